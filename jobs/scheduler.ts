import type { Db } from "@/db/client";
import { listNewestRuns } from "@/db/queries/freshness/jobs";
import { describeDoubt } from "@/lib/domain/freshness/clock";
import { secondsBetweenSlots } from "@/lib/domain/freshness/cadence";
import { isDue } from "@/lib/domain/freshness/due";
import { describeError, log } from "@/lib/config/log";
import { askSourcesForTime, clockOfJobs } from "@/lib/loaders/freshness/clock-doubt";
import type { Job } from "./define";
import { jobs as registered } from "./index";
import { runJob, type RunOptions, runSetup } from "./run";

const WAKE_EVERY_MS = 15_000;
const AT_ONCE = 2;
const STOP_WITHIN_MS = 3000;

export interface SchedulerOptions {
  jobs?: readonly Job[];
  setup?: Pick<RunOptions, "db" | "http">;
  now?: () => Date;
  wakeEveryMs?: number;
}

/** Often needed first: what is read every two minutes does not wait behind what is read once a day. */
const byCadence = (jobs: readonly Job[]): Job[] =>
  jobs.toSorted((a, b) => secondsBetweenSlots(a.cadence) - secondsBetweenSlots(b.cadence) || a.name.localeCompare(b.name));

interface Pool {
  isBusyWith(job: Job): boolean;
  add(jobs: readonly Job[]): void;
  end(): Promise<unknown>;
}

/** Runs jobs in the order given, two at a time. */
function createPool(runOne: (job: Job) => Promise<void>): Pool {
  const queue: Job[] = [];
  const running = new Map<string, Promise<void>>();
  const pump = (): void => {
    for (let job = queue[0]; job && running.size < AT_ONCE; job = queue[0]) {
      const { name } = job;
      queue.shift();
      const work = runOne(job)
        .catch((error: unknown) => log.error("job could not run", { job: name, error: describeError(error) }))
        .finally(() => {
          running.delete(name);
          pump();
        });
      running.set(name, work);
    }
  };
  return {
    isBusyWith: (job) => running.has(job.name) || queue.includes(job),
    add(jobs) {
      queue.push(...jobs);
      pump();
    },
    end() {
      queue.length = 0;
      return Promise.all(running.values());
    },
  };
}

/** Whether the clock is in doubt: said when it begins and when it ends, not at every look. */
function watchClock(db: Db): () => Promise<boolean> {
  let wasUnsure = false;
  return async () => {
    const doubt = await clockOfJobs(db);
    if (doubt !== null && !wasUnsure) log.error("no jobs run while the clock is in doubt", { doubt: describeDoubt(doubt) });
    if (doubt === null && wasUnsure) log.info("the clock is right again");
    wasUnsure = doubt !== null;
    return wasUnsure;
  };
}

/** Runs what is due until the given function is called; that one cuts what still runs. */
export function startScheduler(db: Db, options: SchedulerOptions = {}): () => Promise<void> {
  const now = options.now ?? (() => new Date());
  const jobs = byCadence(options.jobs ?? registered);
  const setup = options.setup ?? runSetup(db);
  let startedAt = now();
  const stopping = new AbortController();
  const isUnsure = watchClock(db);

  const pool = createPool(async (job) => {
    const began = performance.now();
    log.debug("job begins", { job: job.name });
    const outcome = await runJob(job, { ...setup, now: now(), signal: stopping.signal });
    if (outcome.status !== "not_claimed") {
      log.info("job ended", { job: job.name, milliseconds: Math.round(performance.now() - began), ...outcome });
    }
  });

  async function wake(): Promise<void> {
    try {
      if (stopping.signal.aborted || (await isUnsure())) return;
      const moment = now();
      // A clock that was set back was ahead when the scheduler began.
      if (moment < startedAt) startedAt = moment;
      const runs = await listNewestRuns(
        db,
        jobs.map((job) => job.name),
        moment,
      );
      if (stopping.signal.aborted) return;
      pool.add(jobs.filter((job) => !pool.isBusyWith(job) && isDue(job, runs.get(job.name) ?? null, moment, startedAt)));
    } catch (error) {
      log.warn("scheduler could not look for due jobs", { error: describeError(error) });
    }
  }

  // Before the first run stamps anything; with a way of its own to the outside it is not ours to ask.
  void (options.setup ? wake() : askSourcesForTime().then(wake));
  const timer = setInterval(() => void wake(), options.wakeEveryMs ?? WAKE_EVERY_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    const giveUp = new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref());
    await Promise.race([pool.end(), giveUp]);
  };
}
