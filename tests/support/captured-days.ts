import type { Db } from "@/db/client";
import { captureSnapshots } from "@/jobs/capture-snapshots";
import { addDays } from "@/lib/domain/date-range";
import { createSourceHttp } from "@/lib/sources/http";
import { memoryInProcess } from "./source-server";

export const today = (): string => new Date().toISOString().slice(0, 10);
export const daysAgo = (days: number): string => addDays(today(), -days);
/** Midnight after the day's last second is near: a moment of the day that is never in the future. */
export const momentOf = (date: string): Date => new Date(Math.min(Date.parse(`${date}T07:00:00Z`), Math.max(Date.now() - 1000, Date.parse(`${date}T00:00:00Z`))));

/** Takes the day's snapshots as the job does at that moment. */
export async function captureDay(db: Db, date: string): Promise<void> {
  const { signal } = new AbortController();
  await captureSnapshots.run({ db, http: createSourceHttp({ memory: memoryInProcess(), userAgent: "t", signal }), now: momentOf(date), signal, log: () => undefined });
}

export const minutesBefore = (moment: Date, minutes: number): Date => new Date(moment.getTime() - minutes * 60_000);
