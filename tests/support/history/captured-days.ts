import type { Db } from "@/db/client";
import { captureSnapshots } from "@/jobs/capture-snapshots/capture-snapshots";
import { addDays } from "@/lib/domain/basics/date-range";
import { createSourceHttp } from "@/lib/sources/http/http";
import { memoryInProcess } from "../sources/source-server";

export const today = (): string => new Date().toISOString().slice(0, 10);
export const daysAgo = (days: number): string => addDays(today(), -days);
/** When the job takes the snapshots of every day but the first: before this hour today's is still to come. */
export const captureTimeOf = (date: string): Date => new Date(`${date}T07:00:00Z`);

/** Midnight after the day's last second is near: a moment of the day that is never in the future. */
export const momentOf = (date: string): Date =>
  new Date(Math.min(captureTimeOf(date).getTime(), Math.max(Date.now() - 1000, Date.parse(`${date}T00:00:00Z`))));

/** Takes the day's snapshots as the job does at that moment. */
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
