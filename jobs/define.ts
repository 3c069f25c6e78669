import type { Db } from "@/db/client";
import type { DatasetName } from "@/lib/datasets";
import type { Cadence } from "@/lib/domain/freshness/cadence";
import type { SourceHttp } from "@/lib/sources/http/source";

export type JobCounts = Record<string, number | string>;

export interface JobContext {
  db: Db;
  /** Aborts when the run ends. Validators and breakers are stored in the database. */
  http: SourceHttp;
  now: Date;
  signal: AbortSignal;
  log(message: string, details?: Record<string, unknown>): void;
}

export interface Job {
  /** In kebab-case, verb first; also the file name and the cron path. */
  name: string;
  summary: string;
  cadence: Cadence;
  writes: readonly DatasetName[];
  timeoutSeconds: number;
  /** True: runs at start instead of waiting for the next slot. */
  runsAtStart?: boolean;
  /** True: does nothing without the embedded database, so Vercel gets no cron for it. */
  isEmbeddedOnly?: true;
  /** Counts describe what was done. `skipped` gives the slot back; a thrown error is a failed run. */
  run(context: JobContext): Promise<JobCounts | { skipped: string }>;
}

export const defineJob = (job: Job): Job => job;
