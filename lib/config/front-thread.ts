import type { MetricValues } from "./metrics";
import { processState } from "./process-state";

/** What the rest of the process asks of the thread that listens. */
export interface FrontThread {
  metrics(): Promise<MetricValues[]>;
  ping(): Promise<void>;
}

const running = processState<{ front: FrontThread | null }>("front thread", () => ({ front: null }));

export const registerFrontThread = (front: FrontThread | null): void => void (running.front = front);

/** Null where the main thread listens itself, and on Vercel. */
export const frontThread = (): FrontThread | null => running.front;
