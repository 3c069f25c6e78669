import { describeFailure } from "@/db/store/store-state";
import { hostname } from "node:os";
import type { Db } from "@/db/client";
import { claimRun, finishRun } from "@/db/queries/freshness/jobs";
import { describeDoubt } from "@/lib/domain/freshness/clock";
import { slotOf } from "@/lib/domain/freshness/cadence";
import { serviceTime } from "@/lib/config/clock";
import { log } from "@/lib/config/log";
import { metrics } from "@/lib/config/metrics";
import { NothingReadError } from "@/lib/ingest/require-one-read";
import type { SourceHttp } from "@/lib/sources/http/source";
import { clockOfJobs } from "@/lib/loaders/freshness/clock-doubt";
import type { Job, JobCounts } from "./define";
import { configuredHttp } from "@/lib/sources/http/configured-http";
import { storedMemory } from "@/db/queries/freshness/source-memory";

/** The setup that scheduler, cron route and command line share. */
export function runSetup(db: Db): Pick<RunOptions, "db" | "http"> {
  return { db, http: (signal) => configuredHttp({ memory: storedMemory(db), signal }) };
}

export type RunOutcome =
  | { status: "done"; counts: JobCounts }
  | { status: "skipped"; reason: string }
  /** A run that could read none of its sources counts them. */
  | { status: "failed"; error: string; counts?: JobCounts }
  | { status: "cut"; error: string }
  | { status: "not_claimed" };

export interface RunOptions {
  db: Db;
  /** Creates a client per run; the signal aborts its open requests when the run ends. */
  http(signal: AbortSignal): SourceHttp;
  now: Date;
  /** True: runs even if the slot already had a run. For the operator's command line. */
  isForced?: boolean;
  signal?: AbortSignal;
}

class JobCutError extends Error {}

const owner = `${hostname()}:${process.pid}`;

async function runWithin(job: Job, options: RunOptions): Promise<JobCounts | { skipped: string }> {
  const cut = new AbortController();
  const end = (reason: string) => cut.abort(new JobCutError(reason));
  const stop = () => end("cut because the process stops");
  const timer = setTimeout(() => end(`cut after ${job.timeoutSeconds} s`), job.timeoutSeconds * 1000);
  const limit = new Promise<never>((_, reject) => cut.signal.addEventListener("abort", () => reject(cut.signal.reason as Error)));
  limit.catch(() => undefined);
  options.signal?.addEventListener("abort", stop);
  if (options.signal?.aborted) stop();
  const logForJob = (message: string, details: Record<string, unknown> = {}) => log.info(message, { job: job.name, ...details });
  try {
    const work = job.run({ db: options.db, http: options.http(cut.signal), now: options.now, signal: cut.signal, log: logForJob });
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
    cut.abort(new JobCutError("the run is over"));
  }
}

async function outcomeOf(job: Job, options: RunOptions): Promise<RunOutcome> {
  try {
    const result = await runWithin(job, options);
    if (typeof result.skipped === "string" && Object.keys(result).length === 1) return { status: "skipped", reason: result.skipped };
    return { status: "done", counts: result as JobCounts };
  } catch (error) {
    if (error instanceof JobCutError) return { status: "cut", error: error.message };
    if (error instanceof NothingReadError) return { status: "failed", error: error.message, counts: { read: 0, failed: error.unread } };
    log.error("job failed", { job: job.name, error: describeFailure(error) });
    return { status: "failed", error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Runs a job at most once per slot and never concurrently with itself. A slot can be claimed again when its run
 * failed, was cut or skipped, or when its process died and the timeout has passed.
 * While the clock is in doubt nothing runs, because every step stores a time.
 */
export async function runJob(job: Job, options: RunOptions): Promise<RunOutcome> {
  const doubt = await clockOfJobs(options.db);
  if (doubt !== null) return { status: "skipped", reason: `the clock is in doubt: ${describeDoubt(doubt)}` };
  const slot = slotOf(job.cadence, options.now);
  const startedAt = serviceTime();
  const claimed = await claimRun(options.db, {
    job: job.name,
    slot,
    owner,
    startedAt,
    timeoutSeconds: job.timeoutSeconds,
    isForced: options.isForced ?? false,
  });
  if (!claimed) return { status: "not_claimed" };
  const outcome = await outcomeOf(job, options);
  metrics().jobRuns.inc({ job: job.name, outcome: outcome.status });
  await finishRun(options.db, { job: job.name, slot, owner, startedAt, finishedAt: serviceTime(), outcome });
  return outcome;
}
