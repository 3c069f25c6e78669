import { describeFailure } from "@/db/store/store-state";
import PQueue from "p-queue";
import type { Db } from "@/db/client";
import { listNewestRuns } from "@/db/queries/freshness/jobs";
import { describeDoubt } from "@/lib/domain/freshness/clock";
import { secondsBetweenSlots } from "@/lib/domain/freshness/cadence";
import { isDue } from "@/lib/domain/freshness/due";
import { log } from "@/lib/config/log";
import { askSourcesForTime, clockOfJobs } from "@/lib/loaders/freshness/clock-doubt";
import type { Job } from "./define";
import { jobs as registered } from "./index";
import { runJob, type RunOptions, runSetup } from "./run";

const WAKE_EVERY_MS = 15_000;
const CONCURRENCY = 2;
const STOP_TIMEOUT_MS = 3000;

export interface SchedulerOptions {
  jobs?: readonly Job[];
  setup?: Pick<RunOptions, "db" | "http">;
  now?: () => Date;
  wakeEveryMs?: number;
}

/** Most frequent first, so that a two-minute job does not wait behind a daily one. */
const byCadence = (jobs: readonly Job[]): Job[] =>
  jobs.toSorted((a, b) => secondsBetweenSlots(a.cadence) - secondsBetweenSlots(b.cadence) || a.name.localeCompare(b.name));

function createPool(runOne: (job: Job) => Promise<void>) {
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const busy = new Set<Job>();
  async function run(job: Job): Promise<void> {
    await runOne(job)
      .catch((error: unknown) => log.error("job could not run", { job: job.name, error: describeFailure(error) }))
      .finally(() => busy.delete(job));
  }
  return {
    isBusyWith: (job: Job) => busy.has(job),
    add(jobs: readonly Job[]): void {
      for (const job of jobs) {
        busy.add(job);
        void queue.add(() => run(job));
      }
    },
    end(): Promise<void> {
      queue.clear();
      return queue.onIdle();
    },
  };
}

/** Checks whether the clock is in doubt; logs only when this changes. */
function clockCheck(db: Db): () => Promise<boolean> {
  let wasUnsure = false;
  return async () => {
    const doubt = await clockOfJobs(db);
    if (doubt !== null && !wasUnsure) log.error("no jobs run while the clock is in doubt", { doubt: describeDoubt(doubt) });
    if (doubt === null && wasUnsure) log.info("the clock is right again");
    wasUnsure = doubt !== null;
    return wasUnsure;
  };
}

interface Scheduler {
  db: Db;
  jobs: readonly Job[];
  now(): Date;
  pool: ReturnType<typeof createPool>;
  isUnsure(): Promise<boolean>;
  stopping: AbortSignal;
}

/** Logs a reason that repeats once. Some jobs are skipped every minute, such as for a wallet that is not configured. */
function loggedRuns(): (job: Job, options: RunOptions) => Promise<void> {
  const lastReasons = new Map<string, string | null>();
  return async (job, options) => {
    const startMs = performance.now();
    log.debug("job begins", { job: job.name });
    const outcome = await runJob(job, options);
    if (outcome.status === "not_claimed") return;
    const reason = outcome.status === "skipped" ? outcome.reason : null;
    const level = reason !== null && lastReasons.get(job.name) === reason ? "debug" : "info";
    lastReasons.set(job.name, reason);
    log[level]("job ended", { job: job.name, milliseconds: Math.round(performance.now() - startMs), ...outcome });
  };
}

function dueJobsQueue({ db, jobs, now, pool, isUnsure, stopping }: Scheduler): () => Promise<void> {
  let startedAt = now();
  const names = jobs.map((job) => job.name);
  return async () => {
    try {
      if (stopping.aborted || (await isUnsure())) return;
      const moment = now();
      // If the clock was set back, it was ahead when the scheduler started.
      if (moment < startedAt) startedAt = moment;
      const runs = await listNewestRuns(db, names, moment);
      if (stopping.aborted) return;
      pool.add(jobs.filter((job) => !pool.isBusyWith(job) && isDue(job, runs.get(job.name) ?? null, moment, startedAt)));
    } catch (error) {
      log.warn("scheduler could not look for due jobs", { error: describeFailure(error) });
    }
  };
}

/** Runs jobs when they are due. The returned function stops the scheduler and cuts running jobs. */
export function startScheduler(db: Db, options: SchedulerOptions = {}): () => Promise<void> {
  const now = options.now ?? (() => new Date());
  const jobs = byCadence(options.jobs ?? registered);
  const setup = options.setup ?? runSetup(db);
  const stopping = new AbortController();
  const runAndLog = loggedRuns();
  const pool = createPool((job) => runAndLog(job, { ...setup, now: now(), signal: stopping.signal }));
  const wake = dueJobsQueue({ db, jobs, now, pool, isUnsure: clockCheck(db), stopping: stopping.signal });

  // Sources are asked for the time before the first run stores one. With an injected `setup` no other requests go out.
  void (options.setup ? wake() : askSourcesForTime().then(wake));
  const timer = setInterval(() => void wake(), options.wakeEveryMs ?? WAKE_EVERY_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    const giveUp = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
    await Promise.race([pool.end(), giveUp]);
  };
}
