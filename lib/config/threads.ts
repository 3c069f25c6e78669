import type { MetricValues } from "./metrics";
import { processState } from "./process-state.mjs";

/** What the rest of the process asks of a thread of the server. */
export interface ServerThread {
  metrics(): Promise<MetricValues[]>;
}

/** The name of a thread in metrics and debuggers. */
export type ThreadName = "pages";

const running = processState<Map<ThreadName, ServerThread>>("threads", () => new Map());

export function registerThread(name: ThreadName, thread: ServerThread | null): void {
  if (thread) running.set(name, thread);
  else running.delete(name);
}

export const otherThreads = (): ServerThread[] => [...running.values()];
