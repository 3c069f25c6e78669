import { Piscina } from "piscina";
import { watchQueue } from "@/lib/config/metrics";
import { SourceError, type SourceFault } from "../http/source";
import type { WorkerPool } from "./offload";

/** Errors lose their class between threads, so a source's fault returns as plain data. */
export type ThreadResult = { output: unknown } | { fault: SourceFault; message: string };

const openThread = (idleTimeout: number): Piscina =>
  new Piscina({
    filename: new URL("./thread.ts", import.meta.url).href,
    execArgv: ["--import", "tsx"],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout,
  });

/**
 * Idle time after which the model's thread and memory go. The model has a thread of its own, so that
 * no other work waits for it.
 */
const MODEL_IDLE_MS = 3_000;

/** Idle time after which the thread of all other work ends. Small machines have room for only one such thread. */
const IDLE_MS = 60_000;

export function startPool(): WorkerPool & { stop(): Promise<void> } {
  const [model, others] = [openThread(MODEL_IDLE_MS), openThread(IDLE_MS)];
  watchQueue("texts to embed", () => model.queueSize);
  watchQueue("tasks of the worker", () => others.queueSize);
  return {
    async run(name, input) {
      const answer = (await (name === "embedTexts" ? model : others).run({ name, input })) as ThreadResult;
      if ("fault" in answer) throw new SourceError(answer.fault, answer.message);
      return answer.output as never;
    },
    stop: async () => void (await Promise.all([model.destroy(), others.destroy()])),
  };
}
