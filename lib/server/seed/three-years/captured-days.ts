import { addDays } from "@/lib/domain/basics/date-range";
import {} from "@/lib/domain/basics/time";

export const MINUTE_MS = 60_000;

/** A service that runs for years misses a day now and then. */
const MISSED_EVERY = 365;

/** The days of a history that ends with `last`, oldest first; about one a year was not captured. */
export function capturedDays(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(last, index - count + 1)).filter(
    (_, index) => index % MISSED_EVERY !== MISSED_EVERY - 30,
  );
}

export const capturedAt = (date: string): Date => new Date(`${date}T07:00:00Z`);
export const readAt = (date: string): Date => new Date(capturedAt(date).getTime() - 4 * MINUTE_MS);

/** How many days a value stands that changes every `mean` days, as chance has it. */
export const standingDays = (random: () => number, mean: number): number => 1 + Math.floor(-Math.log(1 - random()) * mean);

/** Nobody waits for a seed: its statements are ten times as long as those of a job. */
export const SEEDED_ROWS = 1000;
