import { setTimeout as delay } from "node:timers/promises";

/** For so long after one paid call another one is to be expected. */
const RECENT_MS = 1000;

/** Knows of the paid calls on the thread that also renders pages, so that rendering gives way to them. */
export interface PaidCalls {
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  areRecent(): boolean;
  /** Resolves once no paid call is under way, or after the given time. */
  whenNone(patienceMs: number): Promise<void>;
}

export function createPaidCalls(): PaidCalls {
  let running = 0;
  let lastEndedAt = Number.NEGATIVE_INFINITY;
  const waiting: (() => void)[] = [];

  function end(): void {
    running -= 1;
    lastEndedAt = performance.now();
    if (running > 0) return;
    for (const go of waiting.splice(0)) go();
  }

  return {
    async during(work) {
      running += 1;
      try {
        return await work();
      } finally {
        end();
      }
    },
    areRecent: () => running > 0 || performance.now() - lastEndedAt < RECENT_MS,
    async whenNone(patienceMs) {
      if (running === 0) return;
      const none = new Promise<void>((resolve) => waiting.push(resolve));
      await Promise.race([none, delay(patienceMs, undefined, { ref: false })]);
    },
  };
}
