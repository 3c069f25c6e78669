import type { Db } from "@/db/client";
import type { DatasetName } from "@/lib/datasets";
import type { Cadence } from "@/lib/domain/freshness/cadence";
import type { SourceHttp } from "@/lib/sources/http/source";

export type JobCounts = Record<string, number | string>;

export interface JobContext {
  db: Db;
  /** Aborts with the job; validators and breakers are kept in the database. */
  http: SourceHttp;
  now: Date;
  signal: AbortSignal;
  log(message: string, details?: Record<string, unknown>): void;
}

export interface Job {
  /** kebab-case, verb first; also the file name and the cron path. */
  name: string;
  summary: string;
  cadence: Cadence;
  writes: readonly DatasetName[];
  timeoutSeconds: number;
  /** True: the first run comes at start, not at the next slot. */
  runsAtStart?: boolean;
  /** True: it does nothing where the database is not embedded, so that Vercel has no cron for it. */
  isEmbeddedOnly?: true;
  /** Counts say what the run did; a thrown error is a failed run, `skipped` a run that found nothing fit to write. */
  run(context: JobContext): Promise<JobCounts | { skipped: string }>;
}

export const defineJob = (job: Job): Job => job;
