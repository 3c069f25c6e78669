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
  /** Days whose receipt log was closed before they ended. */
  closedEarly: string[];
  /** Jobs whose data carries timestamps in the future. */
  jobsAhead: string[];
}

const soon = (now: Date): Date => new Date(now.getTime() + CLOCK_TOLERANCE_MS);

async function stateAt(db: Db, doubt: ClockDoubt | null, now: Date): Promise<ClockState> {
  const ahead = await listDatasetsReadAfter(db, soon(now));
  const jobsAhead = ahead.flatMap((name) => datasets[name as DatasetName]?.job ?? []);
  return { doubt, closedEarly: await listClosedDays(db, utcDay(now)), jobsAhead: [...new Set(jobsAhead)] };
}

export const examineClock = async (db: Db): Promise<ClockState> => stateAt(db, await clockOfJobs(db), new Date());

export interface ClockRepair {
  /** True when the operator's confirmation overruled the ledger. */
  isConfirmed: boolean;
  reopened: string[];
  forgottenRuns: number;
  jobsAhead: string[];
}

/**
 * Confirms a clock that the ledger alone doubts, since a wrong clock may have written the ledger.
 * Asking for the repair says that the present clock is right.
 */
async function requireClock(db: Db, now: Date): Promise<boolean> {
  const doubt = await clockOfJobs(db);
  if (doubt === null) return false;
  if (doubt.witness === "ledger") await confirmClock(db, now);
  const remaining = await consultClock(db);
  if (remaining === null) return true;
  throw new CommandError(
    `Nothing was repaired: ${describeDoubt(remaining)}. Set the clock right first (timedatectl set-ntp true); if it is right, restart the service.`,
  );
}

/** Undoes the effects of a clock that ran ahead. It reopens the days it closed and forgets the runs of future slots. */
export async function repairClock(db: Db): Promise<ClockRepair> {
  const now = new Date();
  const isConfirmed = await requireClock(db, now);
  const reopened = await reopenReceiptDays(db, utcDay(now), now);
  const forgottenRuns = await forgetRunsAfter(db, soon(now));
  const { jobsAhead } = await stateAt(db, null, now);
  return { isConfirmed, reopened, forgottenRuns, jobsAhead };
}
