import { hostname } from "node:os";
import type { Db } from "@/db/client";
import { claimRun, finishRun } from "@/db/queries/freshness/jobs";
import { describeDoubt } from "@/lib/domain/freshness/clock";
import { slotOf } from "@/lib/domain/freshness/cadence";
import { serviceTime } from "@/lib/config/clock";
import { describeError, log } from "@/lib/config/log";
import type { SourceHttp } from "@/lib/sources/http/source";
import { clockOfJobs } from "@/lib/loaders/freshness/clock-doubt";
import type { Job, JobCounts } from "./define";
import { configuredHttp } from "@/lib/sources/http/configured-http";
import { storedMemory } from "@/db/queries/freshness/source-memory";

/** What every run of this process gets, by configuration: scheduler, cron route and command line alike. */
export function runSetup(db: Db): Pick<RunOptions, "db" | "http"> {
  return { db, http: (signal) => configuredHttp({ memory: storedMemory(db), signal }) };
}

export type RunOutcome =
  | { status: "done"; counts: JobCounts }
  | { status: "skipped"; reason: string }
  | { status: "failed" | "cut"; error: string }
  | { status: "not_claimed" };

export interface RunOptions {
  db: Db;
  /** Made per run, so that the run's end aborts what it still asks. */
  http(signal: AbortSignal): SourceHttp;
  now: Date;
  /** Takes the slot even if a run of it has ended: for the operator's own call. */
  isForced?: boolean;
  /** Cuts the run when the process is about to end. */
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
  const logged = (message: string, details: Record<string, unknown> = {}) => log.info(message, { job: job.name, ...details });
  try {
    const work = job.run({ db: options.db, http: options.http(cut.signal), now: options.now, signal: cut.signal, log: logged });
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
    log.error("job failed", { job: job.name, error: describeError(error) });
    return { status: "failed", error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Claims the slot by its primary key, runs within the time limit, records the outcome. A slot whose run failed,
 * was cut or skipped may be claimed again; a job never overlaps itself, and a claim outlives its owner by the time limit only.
 * While the clock is in doubt nothing is claimed, run or recorded: each of these would stamp a time.
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
  await finishRun(options.db, { job: job.name, slot, owner, startedAt, finishedAt: serviceTime(), outcome });
  return outcome;
}
