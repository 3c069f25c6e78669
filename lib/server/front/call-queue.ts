import { ApiError } from "@/lib/errors";

/** Calls that the main thread answers at the same time. Many of them wait for a chain or a store, so there are more than it can compute. */
const AT_ONCE = 256;
/**
 * Most calls without a credential that wait. Calls with one may fill as many places again, so that a
 * flood of free calls refuses none of them.
 */
const MOST_WAITING = 1000;
const RETRY_SECONDS = 2;

export interface CallQueue {
  /** Does the work when a place is free; calls with a credential go first. Throws 503 when too many wait. */
  run<Result>(hasCredential: boolean, work: () => Promise<Result>): Promise<Result>;
  lengths(): { waiting: number; running: number };
}

function queueFull(): ApiError {
  const retryAfter = { "Retry-After": String(RETRY_SECONDS) };
  return new ApiError("unavailable", "More calls are waiting than can be answered soon.", { retry_after: RETRY_SECONDS }, retryAfter);
}

export function createCallQueue(atOnce = AT_ONCE, mostWaiting = MOST_WAITING): CallQueue {
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];
  let running = 0;

  const wait = (hasCredential: boolean): Promise<void> => new Promise((resolve) => (hasCredential ? first : others).push(resolve));

  return {
    lengths: () => ({ waiting: first.length + others.length, running }),
    async run(hasCredential, work) {
      if (first.length + others.length >= (hasCredential ? 2 : 1) * mostWaiting) throw queueFull();
      if (running >= atOnce) await wait(hasCredential);
      else running++;
      try {
        return await work();
      } finally {
        const next = first.shift() ?? others.shift();
        // The next call takes over this call's place.
        if (next) next();
        else running--;
      }
    },
  };
}
