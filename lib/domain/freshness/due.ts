import { secondsBetweenSlots, slotOf, type Cadence } from "./cadence";

/** The newest run of a job whose slot is not in the future. */
export interface LastRun {
  slot: Date;
  status: "running" | "done" | "failed" | "skipped" | "cut";
  startedAt: Date;
  finishedAt: Date | null;
}

export interface Schedule {
  cadence: Cadence;
  timeoutSeconds: number;
  runsAtStart?: boolean;
}

const HOUR_MS = 3_600_000;
const SHORTEST_WAIT_MS = 120_000;
/** A dead process's claim is released by the next claim after the time limit and a little more. */
const ABANDONED_AFTER_MS = 15_000;

/** What was tried for a while without luck waits as long again: two minutes at first, an hour at most. */
const growingWait = (triedMs: number): number => Math.min(Math.max(triedMs, SHORTEST_WAIT_MS), HOUR_MS);

function isRetryDue(schedule: Schedule, run: LastRun, now: Date, schedulerStart: Date): boolean {
  if (run.startedAt < schedulerStart) return true;
  if (secondsBetweenSlots(schedule.cadence) * 1000 <= HOUR_MS) return false;
  const finished = (run.finishedAt ?? run.startedAt).getTime();
  const tryingSince = Math.max(run.slot.getTime(), schedulerStart.getTime());
  const wait = run.status === "skipped" ? growingWait(finished - tryingSince) : HOUR_MS;
  return now.getTime() >= finished + wait;
}

/**
 * Whether a scheduler that began at `schedulerStart` runs the job now: once per slot. A run that failed or was skipped is
 * tried again in the next slot, or within the hour where slots are further apart, and once after a restart.
 */
export function isDue(schedule: Schedule, run: LastRun | null, now: Date, schedulerStart: Date): boolean {
  const slot = slotOf(schedule.cadence, now);
  if (!run) return schedule.runsAtStart === true || slot >= schedulerStart;
  if (run.slot < slot && run.status !== "running") return true;
  if (run.status === "done") return false;
  if (run.status === "running") return now.getTime() - run.startedAt.getTime() > schedule.timeoutSeconds * 1000 + ABANDONED_AFTER_MS;
  return isRetryDue(schedule, run, now, schedulerStart);
}
