import type { MetricValues } from "./metrics";
import { processState } from "./process-state.mjs";

/** What the rest of the process asks of a thread of the server. */
export interface ServerThread {
  metrics(): Promise<MetricValues[]>;
  /** Only of the thread that listens: without it no call can be answered. */
  ping?(): Promise<void>;
}

/** The name of a thread in metrics and debuggers. */
export type ThreadName = "front" | "pages";

const running = processState<Map<ThreadName, ServerThread>>("threads", () => new Map());

export function registerThread(name: ThreadName, thread: ServerThread | null): void {
  if (thread) running.set(name, thread);
  else running.delete(name);
}

/** Null where the main thread does this work itself, and on Vercel. */
export const threadOf = (name: ThreadName): ServerThread | null => running.get(name) ?? null;

export const otherThreads = (): ServerThread[] => [...running.values()];
