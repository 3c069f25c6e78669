import { Piscina } from "piscina";
import { SourceError, type SourceFault } from "../http/source";
import type { WorkerPool } from "./offload";

/** Errors lose their class between threads, so a source's fault returns as plain data. */
export type ThreadAnswer = { output: unknown } | { fault: SourceFault; message: string };

/** One thread suits our small machines; it ends after a minute without work. */
export function startPool(): WorkerPool & { stop(): Promise<void> } {
  const pool = new Piscina({
    filename: new URL("./thread.ts", import.meta.url).href,
    execArgv: ["--import", "tsx"],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
  });
  return {
    async run(name, input) {
      const answer = (await pool.run({ name, input })) as ThreadAnswer;
      if ("fault" in answer) throw new SourceError(answer.fault, answer.message);
      return answer.output as never;
    },
    stop: () => pool.destroy(),
  };
}
