import type { Db } from "@/db/client";
import { listSnapshots, type SnapshotRecord } from "@/db/queries/history/history";
import { dayNumber, type DateRange } from "@/lib/domain/basics/date-range";
import { captureTimes } from "@/lib/domain/history/price-book/price-state";
import { oncePerVersion } from "../freshness/once-per-version";

const captured = {
  pricing: oncePerVersion(["history"], (db) => listSnapshots(db, "pricing")),
  benchmarks: oncePerVersion(["history"], (db) => listSnapshots(db, "benchmarks")),
};

export type SeriesType = keyof typeof captured;

/** Captured days of a range, oldest first. */
export async function capturedDaysIn(db: Db, type: SeriesType, { from, to }: Pick<DateRange, "from" | "to">): Promise<SnapshotRecord[]> {
  return (await captured[type](db)).filter(({ date }) => date >= from && date <= to);
}

/** When the prices of each captured day were read. */
export const captureTimesOf = oncePerVersion(["history"], async (db) =>
  captureTimes((await captured.pricing(db)).map(({ date, capturedAt }) => ({ day: dayNumber(date), at: capturedAt.getTime() }))),
);
