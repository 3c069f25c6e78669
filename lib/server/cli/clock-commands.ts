import type { Db } from "@/db/client";
import { confirmClock, consultClock } from "@/db/queries/clock";
import { forgetRunsAfter } from "@/db/queries/freshness/jobs";
import { listDatasetsReadAfter } from "@/db/queries/freshness/operations";
import { listClosedDays, reopenReceiptDays } from "@/db/queries/receipts/receipt-log";
import { clockOfJobs } from "@/lib/loaders/freshness/clock-doubt";
import { CommandError } from "@/lib/config/command-error";
import { datasets, type DatasetName } from "@/lib/datasets";
import { CLOCK_TOLERANCE_MS, describeDoubt, type ClockDoubt } from "@/lib/domain/freshness/clock";
import { utcDay } from "@/lib/domain/basics/date-range";

export interface ClockState {
  doubt: ClockDoubt | null;
  /** Days whose log is closed although they are not over. */
  closedEarly: string[];
  /** Jobs whose data is stamped with times that are still to come. */
  jobsAhead: string[];
}

const soon = (now: Date): Date => new Date(now.getTime() + CLOCK_TOLERANCE_MS);

async function stateAt(db: Db, doubt: ClockDoubt | null, now: Date): Promise<ClockState> {
  const ahead = await listDatasetsReadAfter(db, soon(now));
  const jobsAhead = ahead.flatMap((name) => datasets[name as DatasetName]?.job ?? []);
  return { doubt, closedEarly: await listClosedDays(db, utcDay(now)), jobsAhead: [...new Set(jobsAhead)] };
}

/** What a clock that was wrong is doing, or has left behind. */
export const examineClock = async (db: Db): Promise<ClockState> => stateAt(db, await clockOfJobs(db), new Date());

export interface ClockRepair {
  /** True where the operator's word overrules the ledger. */
  isConfirmed: boolean;
  reopened: string[];
  forgottenRuns: number;
  jobsAhead: string[];
}

/** Who asks for the repair says by it that the clock is right; only the ledger, which it may have spoiled itself, is overruled. */
async function requireClock(db: Db, now: Date): Promise<boolean> {
  const doubt = await clockOfJobs(db);
  if (doubt === null) return false;
  if (doubt.witness === "ledger") await confirmClock(db, now);
  const left = await consultClock(db);
  if (left === null) return true;
  throw new CommandError(
    `Nothing was repaired: ${describeDoubt(left)}. Set the clock right first (timedatectl set-ntp true); if it is right, restart the service.`,
  );
}

/** Undoes what a clock left behind that was ahead: opens the days again that it closed, forgets the runs of slots that are still to come. */
export async function repairClock(db: Db): Promise<ClockRepair> {
  const now = new Date();
  const isConfirmed = await requireClock(db, now);
  const reopened = await reopenReceiptDays(db, utcDay(now), now);
  const forgottenRuns = await forgetRunsAfter(db, soon(now));
  const { jobsAhead } = await stateAt(db, null, now);
  return { isConfirmed, reopened, forgottenRuns, jobsAhead };
}
