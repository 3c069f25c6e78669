import { setTimeout as delay } from "node:timers/promises";

/** A time limit for checks and measurements. A part that takes longer is as good as away. */
const PATIENCE_MS = 2000;

async function tooLate(signal: AbortSignal): Promise<never> {
  await delay(PATIENCE_MS, undefined, { ref: false, signal });
  throw new Error("no answer in time");
}

/** Rejects when the work takes longer than a monitor waits. */
export async function within<Result>(work: Promise<Result>): Promise<Result> {
  const ended = new AbortController();
  try {
    return await Promise.race([work, tooLate(ended.signal)]);
  } finally {
    ended.abort();
  }
}
