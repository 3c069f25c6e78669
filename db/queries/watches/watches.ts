import { and, desc, eq, gt, ne, or, sql } from "drizzle-orm";
import { at, inTransaction, matching, type Db } from "@/db/client";
import { watches } from "@/db/schema/watches";
import { run } from "@/db/statements";
import { MOST_ACTIVE_WATCHES } from "@/lib/domain/watches/watch-limits";
import type { WatchState } from "@/lib/domain/watches/watch-state";

type WatchRow = typeof watches.$inferSelect;
export type NewWatch = typeof watches.$inferInsert;

export type Watch = Omit<WatchRow, "status" | "type" | "goneSince"> & { status: WatchState };

/** The paying call has ended by then, so its draft no longer counts toward the caps. */
const DRAFT_TTL_MS = 600_000;

async function isCapReached(tx: Db, { accountId, createdAt }: NewWatch): Promise<boolean> {
  const { status, expiresAt, createdAt: draftedAt } = watches;
  const isCounted = or(
    and(eq(status, "active"), gt(expiresAt, createdAt)),
    and(eq(status, "draft"), gt(draftedAt, new Date(createdAt.getTime() - DRAFT_TTL_MS))),
  );
  return (await tx.$count(watches, and(eq(watches.accountId, accountId), isCounted))) >= MOST_ACTIVE_WATCHES;
}

/** Stores an unpaid watch; false when its account has as many as it may. Serialised per account. A repeated call replaces its draft. */
export function draftWatch(db: Db, watch: Omit<NewWatch, "status">): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const draft: NewWatch = { ...watch, status: "draft" };
    await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`watch-account:${watch.accountId}`}, 0))`);
    await tx.delete(watches).where(matching(watches, { paidBy: watch.paidBy, status: "draft" }));
    if (await isCapReached(tx, draft)) return false;
    await tx.insert(watches).values(draft);
    return true;
  });
}

/** Activates the draft of a call, if it has one. Runs in the charging transaction, which passes the account when only it knows it. */
export async function activateWatch(tx: Db, paidBy: string, accountId?: number): Promise<void> {
  await tx
    .update(watches)
    .set({ status: "active", ...(accountId === undefined ? {} : { accountId }) })
    .where(matching(watches, { paidBy, status: "draft" }));
}

const isVisible = ne(watches.status, "draft");

export async function findWatch(db: Db, accountId: number, id: string): Promise<Watch | null> {
  const [row] = await db
    .select()
    .from(watches)
    .where(and(matching(watches, { id, accountId }), isVisible));
  return (row as Watch | undefined) ?? null;
}

/** Newest first; deleted watches only when asked for by state. */
export async function listWatches(
  db: Db,
  accountId: number,
  { state, limit, now }: { state: WatchState | null; limit: number; now: Date },
): Promise<Watch[]> {
  const stateNow = sql`case when ${watches.status} = 'active' and ${watches.expiresAt} <= ${at(now)} then 'expired' else ${watches.status} end`;
  const stateFilter = state === null ? ne(watches.status, "deleted") : sql`${stateNow} = ${state}`;
  const rows = await db
    .select()
    .from(watches)
    .where(and(eq(watches.accountId, accountId), isVisible, stateFilter))
    .orderBy(desc(watches.createdAt), desc(watches.id))
    .limit(limit);
  return rows as Watch[];
}

/** Deletes a watch and drops its pending deliveries. Idempotent; false when the account has no such watch. */
export const deleteWatch = async (db: Db, accountId: number, id: string, now: Date): Promise<boolean> =>
  run(
    db,
    sql`
    with mine as (
      select id from watches where id = ${id} and account_id = ${accountId} and status <> 'draft'
    ), ended as (
      update watches w set status = 'deleted', ended_at = ${at(now)} from mine where w.id = mine.id and w.status <> 'deleted'
    ), dropped as (
      update watch_deliveries d set state = 'dropped', finished_at = ${at(now)} from mine where d.watch_id = mine.id and d.state = 'pending'
    )
    select from mine`,
  ).then(Boolean);

export const expireWatches = async (db: Db, now: Date): Promise<number> =>
  run(
    db,
    sql`update watches set status = 'expired', ended_at = expires_at
        where id in (select id from watches where status = 'active' and expires_at <= ${at(now)} order by id for update skip locked) returning 1`,
  );

const ROWS_PER_STATEMENT = 500;

/** Deletes watches that ended long ago, and drafts whose call was never charged, with their deliveries. */
export async function pruneWatches(db: Db, { endedBefore, draftedBefore }: { endedBefore: Date; draftedBefore: Date }): Promise<number> {
  for (let pruned = 0; ;) {
    const gone = await run(
      db,
      sql`delete from watches where id in (select id from watches where ended_at < ${at(endedBefore)} or (status = 'draft' and created_at < ${at(draftedBefore)}) limit ${ROWS_PER_STATEMENT}) returning 1`,
    );
    pruned += gone;
    if (gone < ROWS_PER_STATEMENT) return pruned;
  }
}
