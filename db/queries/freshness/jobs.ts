import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { LastRun } from "@/lib/domain/freshness/due";
import { at, inTransaction, matching, type Db } from "@/db/client";
import { jobRuns } from "@/db/schema/operations";
import { rowsOf, run } from "@/db/statements";

export interface Claim {
  job: string;
  slot: Date;
  owner: string;
  startedAt: Date;
  timeoutSeconds: number;
  isForced: boolean;
}

/** A dead owner's run keeps its claim for the job's time limit plus this. */
const GRACE_SECONDS = 10;

/** True for exactly one of the processes that claim the same slot. */
export function claimRun(db: Db, claim: Claim): Promise<boolean> {
  const { job, slot, owner, startedAt, isForced } = claim;
  const abandonedBefore = new Date(startedAt.getTime() - (claim.timeoutSeconds + GRACE_SECONDS) * 1000);
  return inTransaction(db, async (tx) => {
    // Claims at the same moment would wait for each other's rows of two unique indexes.
    await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`job:${job}`}, 0))`);
    await tx
      .update(jobRuns)
      .set({ status: "cut", finishedAt: startedAt, error: "its process went away" })
      .where(and(matching(jobRuns, { job, status: "running" }), lt(jobRuns.startedAt, abandonedBefore)));
    const claimed = await run(
      tx,
      sql`insert into job_runs (job, slot, status, owner, started_at)
          select ${job}, ${at(slot)}, 'running', ${owner}, ${at(startedAt)}
          where not exists (select 1 from job_runs where job = ${job} and status = 'running')
          on conflict (job, slot) do update
            set status = 'running', owner = excluded.owner, started_at = excluded.started_at, finished_at = null, counts = null, error = null
            where job_runs.status in ('failed', 'cut', 'skipped') or (${isForced} and job_runs.status = 'done')
          returning 1`,
    );
    return claimed === 1;
  }).catch((error: unknown) => {
    if (isAlreadyRunning(error)) return false;
    throw error;
  });
}

/** For simultaneous claims of different slots, the unique index on running jobs lets one through. */
function isAlreadyRunning(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.message.includes("job_runs_one_running")) return true;
    if ("constraint" in current && current.constraint === "job_runs_one_running") return true;
  }
  return false;
}

export interface Finish {
  job: string;
  slot: Date;
  owner: string;
  startedAt: Date;
  finishedAt: Date;
  outcome:
    | { status: "done"; counts: Record<string, number | string> }
    | { status: "skipped"; reason: string }
    | { status: "failed"; error: string; counts?: Record<string, number | string> }
    | { status: "cut"; error: string }
    | { status: "not_claimed" };
}

/** Records the end of this run, unless another process has taken it over. */
export async function finishRun(db: Db, { job, slot, owner, startedAt, finishedAt, outcome }: Finish): Promise<void> {
  if (outcome.status === "not_claimed") return;
  const error = outcome.status === "skipped" ? outcome.reason : outcome.status === "done" ? null : outcome.error.slice(0, 500);
  const counts = "counts" in outcome ? outcome.counts : null;
  await db
    .update(jobRuns)
    .set({ status: outcome.status, finishedAt, error, counts: counts ?? null })
    .where(matching(jobRuns, { job, slot, owner, startedAt, status: "running" }));
}

/** Ends runs that a crash left in the state `running`. No other process can run jobs when the embedded database starts. */
export async function releaseAllRuns(db: Db, now: Date): Promise<void> {
  await db.update(jobRuns).set({ status: "cut", finishedAt: now, error: "its process went away" }).where(eq(jobRuns.status, "running"));
}

/** Each job's run of the newest slot that has begun. */
export async function listNewestRuns(db: Db, names: readonly string[], now: Date): Promise<Map<string, LastRun>> {
  const { job, slot, status, startedAt, finishedAt, counts } = jobRuns;
  const rows = await rowsOf(
    db,
    { job, slot, status, startedAt, finishedAt, counts },
    sql`select r.job, r.slot, r.status, r.started_at as "startedAt", r.finished_at as "finishedAt", r.counts
        from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as n(name)
        cross join lateral (select * from job_runs where job = n.name and slot <= ${at(now)} order by slot desc limit 1) as r`,
  );
  // A failed run has counts only where it could read no source.
  return new Map(
    rows.map(({ counts: counted, ...row }) => [row.job, { ...row, readNothing: row.status === "failed" && counted !== null }]),
  );
}

/** Deletes runs started in the future, by a clock that ran ahead. Returns their number. */
export async function forgetRunsAfter(db: Db, moment: Date): Promise<number> {
  const rows = await db.delete(jobRuns).where(gt(jobRuns.startedAt, moment)).returning({ job: jobRuns.job });
  return rows.length;
}

export async function pruneRuns(db: Db, before: Date): Promise<void> {
  await db.delete(jobRuns).where(lt(jobRuns.startedAt, before));
}
