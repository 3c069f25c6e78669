import type { Db } from "@/db/client";
import { captureSnapshots } from "@/jobs/capture-snapshots/capture-snapshots";
import { addDays } from "@/lib/domain/basics/date-range";
import { createSourceHttp } from "@/lib/sources/http/http";
import { memoryInProcess } from "../sources/source-server";

export const today = (): string => new Date().toISOString().slice(0, 10);
export const daysAgo = (days: number): string => addDays(today(), -days);
/** The hour of the snapshot job; today's may still be in the future. */
export const captureTimeOf = (date: string): Date => new Date(`${date}T07:00:00Z`);

/** The capture time of a day, but never in the future: between today's midnight and now. */
export const momentOf = (date: string): Date =>
  new Date(Math.min(captureTimeOf(date).getTime(), Math.max(Date.now() - 1000, Date.parse(`${date}T00:00:00Z`))));

export async function captureDay(db: Db, date: string, now: Date = momentOf(date)): Promise<void> {
  const { signal } = new AbortController();
  await captureSnapshots.run({
    db,
    http: createSourceHttp({ memory: memoryInProcess(), userAgent: "t", signal }),
    now,
    signal,
    log: () => undefined,
  });
}

export const minutesBefore = (moment: Date, minutes: number): Date => new Date(moment.getTime() - minutes * 60_000);
