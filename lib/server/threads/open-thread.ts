import { Worker } from "node:worker_threads";
import { connectThread, type OtherThread } from "./other-thread";

export interface ThreadOptions {
  /** As metrics and debuggers call it. */
  name: string;
  program: URL;
  /** What the thread may ask of this one. */
  own: object;
  /** The thread ended on its own. */
  onDeath(error: Error): void;
}

export interface OpenThread<Offered> extends Pick<OtherThread<Offered>, "call" | "tell"> {
  /** Has the thread finish its work by `last`, then ends it. Once, however often it is called. */
  end(last: () => Promise<unknown>): Promise<void>;
}

/** Starts a thread of this process that runs a program of ours. */
export function openThread<Offered>({ name, program, own, onDeath }: ThreadOptions): OpenThread<Offered> {
  const worker = new Worker(new URL("./enter-thread.mjs", import.meta.url), { name, execArgv: [], workerData: { program: program.href } });
  const { call, tell, giveUp } = connectThread<Offered>(worker, own);
  let ended: Promise<void> | null = null;
  let cause: Error | null = null;
  worker.on("error", (error: Error) => (cause = error));
  worker.on("exit", (code) => {
    giveUp(new Error(`the thread ${name} ended`, { cause }));
    if (!ended) onDeath(cause ?? new Error(`the thread ${name} ended with ${code}`));
  });

  async function finish(last: () => Promise<unknown>): Promise<void> {
    await last().catch(() => undefined);
    await worker.terminate();
  }
  return { call, tell, end: (last) => (ended ??= finish(last)) };
}
