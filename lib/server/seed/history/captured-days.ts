import { addDays } from "@/lib/domain/basics/date-range";
import { MINUTE_MS } from "@/lib/domain/basics/time";

/** A long-running service misses a day now and then. */
const MISSED_EVERY = 365;

/** The captured days of a history that ends with `last`, oldest first; about one a year is missing. */
export function capturedDays(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(last, index - count + 1)).filter(
    (_, index) => index % MISSED_EVERY !== MISSED_EVERY - 30,
  );
}

export const capturedAt = (date: string): Date => new Date(`${date}T07:00:00Z`);
export const readAt = (date: string): Date => new Date(capturedAt(date).getTime() - 4 * MINUTE_MS);

/** Length of a span in days: exponentially distributed around `mean`. */
export const randomSpanDays = (random: () => number, mean: number): number => 1 + Math.floor(-Math.log(1 - random()) * mean);

/** Nobody waits for a seed, so its statements may be ten times as large as those of a job. */
export const SEEDED_ROWS = 1000;
