import { secondsBetweenSlots, slotOf, type Cadence } from "./cadence";
import { HOUR_MS } from "../basics/time";

export interface LastRun {
  slot: Date;
  status: "running" | "done" | "failed" | "skipped" | "cut";
  startedAt: Date;
  finishedAt: Date | null;
  /** Whether it failed because none of its sources could be read, which may pass in minutes. */
  readNothing?: boolean;
}

export interface Schedule {
  cadence: Cadence;
  timeoutSeconds: number;
  runsAtStart?: boolean;
}

const SHORTEST_WAIT_MS = 120_000;
/** Grace after the time limit before a dead process's claim is released. */
const ABANDONED_AFTER_MS = 15_000;

/** Backoff: waits as long as it has been failing, between two minutes and one hour. */
const backoff = (failingMs: number): number => Math.min(Math.max(failingMs, SHORTEST_WAIT_MS), HOUR_MS);

function isRetryDue(schedule: Schedule, run: LastRun, now: Date, schedulerStart: Date): boolean {
  if (run.startedAt < schedulerStart) return true;
  if (secondsBetweenSlots(schedule.cadence) * 1000 <= HOUR_MS) return false;
  const finished = (run.finishedAt ?? run.startedAt).getTime();
  const tryingSince = Math.max(run.slot.getTime(), schedulerStart.getTime());
  const wait = run.status === "skipped" || run.readNothing ? backoff(finished - tryingSince) : HOUR_MS;
  return now.getTime() >= finished + wait;
}

/**
 * Once per slot. A failed or skipped run is retried in the next slot, within the hour where slots are further apart, and once after
 * a restart of the scheduler.
 */
export function isDue(schedule: Schedule, run: LastRun | null, now: Date, schedulerStart: Date): boolean {
  const slot = slotOf(schedule.cadence, now);
  if (!run) return schedule.runsAtStart === true || slot >= schedulerStart;
  if (run.slot < slot && run.status !== "running") return true;
  if (run.status === "done") return false;
  if (run.status === "running") return now.getTime() - run.startedAt.getTime() > schedule.timeoutSeconds * 1000 + ABANDONED_AFTER_MS;
  return isRetryDue(schedule, run, now, schedulerStart);
}
