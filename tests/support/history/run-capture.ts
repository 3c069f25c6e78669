import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rowsOf } from "../stores/rows-of";
import { captureSnapshots } from "@/jobs/capture-snapshots/capture-snapshots";
import { runJob, type RunOutcome } from "@/jobs/run";
import { createSourceHttp } from "@/lib/sources/http/http";
import { memoryInProcess } from "../sources/source-server";

export const at = (date: string, time = "07:00"): Date => new Date(`${date}T${time}:00Z`);

/** The job asks no source itself. */
export const unusedHttp = (signal: AbortSignal) => createSourceHttp({ memory: memoryInProcess(), userAgent: "t", signal });

export const capture = (db: Db, now: Date, isForced = false): Promise<RunOutcome> =>
  runJob(captureSnapshots, { db, http: unusedHttp, now, isForced });

export const countListingSpans = async (db: Db): Promise<number> =>
  (await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from listing_spans`))[0]?.count ?? 0;
