import { and, eq, getTableColumns, gt, isNotNull, lt, sql } from "drizzle-orm";
import { inTransaction, matching, type Db } from "@/db/client";
import { catalogLoads, dailyUses, datasetVersions, hostBreakers, installations, jobRuns, sources } from "@/db/schema/operations";
import { planned } from "@/db/planned";
import { run } from "@/db/statements";
import type { DatasetName } from "@/lib/datasets";
import type { BreakerState } from "@/lib/domain/freshness/host-breaker";
import type { Validators } from "@/lib/domain/freshness/source-reading";

/**
 * Does what checkpointer and autovacuum do, which the embedded database lacks. Its log would grow
 * until the next start, and it would not know which words of a search are frequent.
 */
export async function tidyEmbedded(db: Db): Promise<void> {
  await run(db, sql`checkpoint`);
  await run(db, sql`analyze articles`);
}

/** Call inside the transaction that changes the dataset. */
export async function bumpVersion(tx: Db, dataset: DatasetName, now: Date): Promise<void> {
  await tx
    .insert(datasetVersions)
    .values({ dataset, version: 1, bumpedAt: now })
    .onConflictDoUpdate({ target: datasetVersions.dataset, set: { version: sql`${datasetVersions.version} + 1`, bumpedAt: now } });
}

/** `isSample` has one value in all rows. It is read along because planting invented data raises versions too. */
export const listVersions = async (db: Db): Promise<{ dataset: string; version: number; isSample: boolean | null }[]> =>
  db
    .select({ dataset: datasetVersions.dataset, version: datasetVersions.version, isSample: installations.isSample })
    .from(datasetVersions)
    .leftJoin(installations, sql`true`);

export interface SourceOutcome {
  source: string;
  dataset: DatasetName;
  at: Date;
  /** Null when the source was read completely; an unchanged answer counts. */
  fault: string | null;
  error?: string | null;
  itemCount?: number | null;
}

/** A source is not asked while its host is left alone. Its earlier fault stays the cause. */
const isUntried = sql`excluded.last_fault = 'breaker_open'`;

/**
 * Stores what came of reading the sources, and raises the versions of their datasets. Answers show
 * when their sources were read, so each reading outdates prepared ones. Call it last in a transaction:
 * other writers of the dataset wait for the version's row.
 */
export async function recordSourceOutcomes(db: Db, outcomes: readonly SourceOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = outcomes.map((outcome) => ({
    id: outcome.source,
    dataset: outcome.dataset,
    at: outcome.at.toISOString(),
    fault: outcome.fault,
    error: outcome.error?.slice(0, 300) ?? null,
    item_count: outcome.itemCount ?? null,
  }));
  await run(
    db,
    sql`
    with outcomes as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(id text, dataset text, at timestamptz, fault text, error text, item_count int)
    ), moved as (
      insert into dataset_versions as v (dataset, version, bumped_at) select dataset, 1, max(at) from outcomes group by dataset
      on conflict (dataset) do update set version = v.version + 1, bumped_at = excluded.bumped_at
    )
    insert into sources as s (id, dataset, first_attempt_at, last_attempt_at, last_read_at, last_fault, last_error, consecutive_failures, item_count)
    select id, dataset, at, at, case when fault is null then at end, fault, error, case when fault is null then 0 else 1 end, item_count
    from outcomes
    on conflict (id) do update set
      dataset = excluded.dataset,
      first_attempt_at = coalesce(s.first_attempt_at, excluded.first_attempt_at),
      last_attempt_at = excluded.last_attempt_at,
      last_read_at = coalesce(excluded.last_read_at, s.last_read_at),
      last_fault = case when ${isUntried} then coalesce(s.last_fault, excluded.last_fault) else excluded.last_fault end,
      last_error = case when ${isUntried} then coalesce(s.last_error, excluded.last_error) else excluded.last_error end,
      consecutive_failures = case when excluded.last_fault is null then 0 when ${isUntried} then s.consecutive_failures
        else s.consecutive_failures + 1 end,
      item_count = coalesce(excluded.item_count, s.item_count)`,
  );
}

const { url: _url, etag: _etag, lastModified: _lastModified, ...SOURCE } = getTableColumns(sources);

export type SourceRecord = Pick<typeof sources.$inferSelect, keyof typeof SOURCE>;

export const listSources = async (db: Db, dataset?: DatasetName): Promise<SourceRecord[]> =>
  db
    .select(SOURCE)
    .from(sources)
    .where(and(dataset && eq(sources.dataset, dataset), isNotNull(sources.firstAttemptAt)))
    .orderBy(sources.id);

export async function findValidators(db: Db, source: string, url: string): Promise<Validators | null> {
  const [row] = await db
    .select({ etag: sources.etag, lastModified: sources.lastModified, url: sources.url })
    .from(sources)
    .where(eq(sources.id, source));
  return row && row.url === url ? { etag: row.etag, lastModified: row.lastModified } : null;
}

export async function saveValidators(db: Db, source: string, url: string, validators: Validators): Promise<void> {
  const dataset = source.split("/", 1)[0] ?? source;
  await db
    .insert(sources)
    .values({ id: source, dataset, url, ...validators })
    .onConflictDoUpdate({ target: sources.id, set: { url, ...validators } });
}

/** Forces the next reading to be complete, after stored rows were lost or the reader changed. */
export async function forgetValidators(db: Db, source: string): Promise<void> {
  await db.update(sources).set({ etag: null, lastModified: null }).where(eq(sources.id, source));
}

export async function findBreaker(db: Db, host: string): Promise<BreakerState> {
  const [row] = await db.select().from(hostBreakers).where(eq(hostBreakers.host, host));
  return { failures: row?.failures ?? 0, openUntil: row?.openUntil ?? null };
}

/** Changes the state under a row lock, so that simultaneous failures of several processes all count. */
export async function changeBreaker(db: Db, host: string, change: (state: BreakerState) => BreakerState): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.insert(hostBreakers).values({ host }).onConflictDoNothing();
    const [row] = await tx.select().from(hostBreakers).where(eq(hostBreakers.host, host)).for("update");
    const state = change({ failures: row?.failures ?? 0, openUntil: row?.openUntil ?? null });
    await tx.update(hostBreakers).set({ failures: state.failures, openUntil: state.openUntil }).where(eq(hostBreakers.host, host));
  });
}

export async function isCatalogLoaded(db: Db, catalog: string, sha256: string): Promise<boolean> {
  const [row] = await db.select({ sha256: catalogLoads.sha256 }).from(catalogLoads).where(eq(catalogLoads.catalog, catalog));
  return row?.sha256 === sha256;
}

export async function recordCatalogLoad(tx: Db, catalog: string, sha256: string, now: Date): Promise<void> {
  await tx
    .insert(catalogLoads)
    .values({ catalog, sha256, loadedAt: now })
    .onConflictDoUpdate({ target: catalogLoads.catalog, set: { sha256, loadedAt: now } });
}

/** Counts one use and returns today's number. One statement, so that parallel calls cannot both be the fifth. */
export async function countDailyUse(db: Db, day: string, policy: string, caller: string): Promise<number> {
  const [row] = await db
    .insert(dailyUses)
    .values({ day, policy, caller, uses: 1 })
    .onConflictDoUpdate({ target: [dailyUses.day, dailyUses.policy, dailyUses.caller], set: { uses: sql`${dailyUses.uses} + 1` } })
    .returning({ uses: dailyUses.uses });
  return row?.uses ?? 1;
}

export async function uncountDailyUse(db: Db, day: string, policy: string, caller: string): Promise<void> {
  await db
    .update(dailyUses)
    .set({ uses: sql`greatest(${dailyUses.uses} - 1, 0)` })
    .where(matching(dailyUses, { day, policy, caller }));
}

export async function pruneDailyUses(db: Db, before: string): Promise<void> {
  await db.delete(dailyUses).where(lt(dailyUses.day, before));
}

export type JobRunRecord = typeof jobRuns.$inferSelect;

/** Two steps through the index for each job: a scan would read all runs of a month. */
const latestRuns = planned(
  getTableColumns(jobRuns),
  () => sql`
    with recursive names(job) as (
      (select job from job_runs order by job limit 1)
      union all
      select (select job from job_runs where job > names.job order by job limit 1) from names where names.job is not null)
    select r.job, r.slot, r.status, r.owner, r.started_at as "startedAt", r.finished_at as "finishedAt", r.counts, r.error
    from names cross join lateral (select * from job_runs where job = names.job order by slot desc limit 1) as r
    order by r.job`,
);

/** Each job's run of its newest slot. */
export const listLatestRuns = (db: Db): Promise<JobRunRecord[]> => latestRuns(db, {});

export async function listDatasetsReadAfter(db: Db, moment: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ dataset: sources.dataset })
    .from(sources)
    .where(gt(sources.lastReadAt, moment))
    .orderBy(sources.dataset);
  return rows.map(({ dataset }) => dataset);
}
