import type { Db } from "@/db/client";
import { listNewestRuns } from "@/db/queries/jobs";
import { secondsBetweenSlots } from "@/lib/domain/cadence";
import { isDue } from "@/lib/domain/due";
import { describeError, log } from "@/lib/log";
import type { Job } from "./define";
import { jobs as registered } from "./index";
import { runJob, type RunOptions } from "./run";
import { runSetup } from "./setup";

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
const byCadence = (jobs: readonly Job[]): Job[] => jobs.toSorted((a, b) => secondsBetweenSlots(a.cadence) - secondsBetweenSlots(b.cadence) || a.name.localeCompare(b.name));

/** Runs what is due, two jobs at a time, until the given function is called; that one cuts what still runs. */
export function startScheduler(db: Db, options: SchedulerOptions = {}): () => Promise<void> {
  const now = options.now ?? (() => new Date());
  const jobs = byCadence(options.jobs ?? registered);
  const setup = options.setup ?? runSetup(db);
  const startedAt = now();
  const stopping = new AbortController();
  const queue: Job[] = [];
  const running = new Map<string, Promise<void>>();

  async function runOne(job: Job): Promise<void> {
    const began = performance.now();
    const outcome = await runJob(job, { ...setup, now: now(), signal: stopping.signal });
    if (outcome.status !== "not_claimed") log.info("job ended", { job: job.name, milliseconds: Math.round(performance.now() - began), ...outcome });
  }

  function pump(): void {
    while (running.size < AT_ONCE && !stopping.signal.aborted) {
      const job = queue.shift();
      if (!job) return;
      const work = runOne(job)
        .catch((error: unknown) => log.error("job could not run", { job: job.name, error: describeError(error) }))
        .finally(() => {
          running.delete(job.name);
          pump();
        });
      running.set(job.name, work);
    }
  }

  async function wake(): Promise<void> {
    try {
      const moment = now();
      const runs = await listNewestRuns(db, jobs.map((job) => job.name), moment);
      const isWaiting = (job: Job) => running.has(job.name) || queue.includes(job);
      queue.push(...jobs.filter((job) => !isWaiting(job) && isDue(job, runs.get(job.name) ?? null, moment, startedAt)));
      pump();
    } catch (error) {
      log.warn("scheduler could not look for due jobs", { error: describeError(error) });
    }
  }

  void wake();
  const timer = setInterval(() => void wake(), options.wakeEveryMs ?? WAKE_EVERY_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    const giveUp = new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref());
    await Promise.race([Promise.all(running.values()), giveUp]);
  };
}
