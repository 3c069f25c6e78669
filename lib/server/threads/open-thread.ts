import type { ThreadName } from "@/lib/config/threads";
import { connectThread, type OtherThread } from "./other-thread";
import { takeThread } from "./start-thread.mjs";

export interface ThreadOptions {
  name: ThreadName;
  /** Methods of this thread that the other may call. */
  own: object;
  /** The thread ended on its own. */
  onDeath(error: Error): void;
}

export interface OpenThread<Offered> extends Pick<OtherThread<Offered>, "call"> {
  /** Has the thread finish its work by `last`, then ends it. Once, however often it is called. */
  end(last: () => Promise<unknown>): Promise<void>;
}

/** Starts a thread of this process that runs a program of ours, unless that was done early. */
export function openThread<Offered>({ name, own, onDeath }: ThreadOptions): OpenThread<Offered> {
  const thread = takeThread(name);
  const { worker } = thread;
  const { call, giveUp } = connectThread<Offered>(worker, own);
  let ended: Promise<void> | null = null;

  function onExit(code: number): void {
    const { fault } = thread;
    giveUp(new Error(`the ${name} thread ended`, { cause: fault }));
    if (!ended) onDeath(fault ?? new Error(`the ${name} thread ended with ${code}`));
  }
  if (thread.exitCode === null) worker.on("exit", onExit);
  else onExit(thread.exitCode);

  async function finish(last: () => Promise<unknown>): Promise<void> {
    await last().catch(() => undefined);
    await worker.terminate();
  }
  return { call, end: (last) => (ended ??= finish(last)) };
}
