import { and, asc, desc, eq, gt, gte, lte, max, sql, type SQL } from "drizzle-orm";
import { at, firstOf, hasRow, inTransaction, type Db } from "@/db/client";
import { changeDays, changeEvents } from "@/db/schema/changes";
import { run } from "@/db/statements";
import { NEWS_DAYS, type Change, type ChangeDataset } from "@/lib/domain/history/changes/change-event";
import { batchesOf } from "../upsert-rows";

export type ChangeRecord = typeof changeEvents.$inferSelect;
type ChangeDay = typeof changeDays.$inferSelect;

/**
 * A lock until the transaction ends, so that cursors become visible in their order. A reader at a
 * cursor has then seen all changes before it.
 */
const takeTurn = (tx: Db): Promise<unknown> => run(tx, sql`select pg_advisory_xact_lock(hashtextextended('change-events', 0))`);

/** Adds changes that are not listed yet, with the day that they complete. Returns their number. */
export function appendChanges(db: Db, changes: readonly Change[], listedAt: Date, day: ChangeDay | null = null): Promise<number> {
  return inTransaction(db, async (tx) => {
    await takeTurn(tx);
    let added = 0;
    for (const batch of batchesOf(changes)) {
      const rows = batch.map((change) => ({ ...change, listedAt }));
      added += (await tx.insert(changeEvents).values(rows).onConflictDoNothing().returning({ seq: changeEvents.seq })).length;
    }
    if (day) await tx.insert(changeDays).values(day).onConflictDoNothing();
    return added;
  });
}

export async function findLastCursor(db: Db): Promise<number> {
  const [row] = await db.select({ seq: max(changeEvents.seq) }).from(changeEvents);
  return row?.seq ?? 0;
}

const IS_NEWS = sql`${changeEvents.at} >= ${changeEvents.listedAt} - make_interval(days => ${NEWS_DAYS}::int)`;

/** The cursor after which the events follow that were listed since a time. */
export async function findCursorBefore(db: Db, time: Date): Promise<number | null> {
  const row = await db
    .select({ seq: changeEvents.seq })
    .from(changeEvents)
    .where(and(gte(changeEvents.listedAt, time), IS_NEWS))
    .orderBy(asc(changeEvents.seq))
    .limit(1)
    .then(firstOf);
  return row && row.seq - 1;
}

/** Whether news after a cursor was listed before a time. */
export const hasNewsBetween = async (db: Db, after: number, listedBefore: Date): Promise<boolean> =>
  db
    .select({ seq: changeEvents.seq })
    .from(changeEvents)
    .where(and(gt(changeEvents.seq, after), sql`${changeEvents.listedAt} < ${at(listedBefore)}`, IS_NEWS))
    .limit(1)
    .then(hasRow);

interface ChangeFilter {
  after: number;
  upTo: number;
  isNewsOnly: boolean;
  dataset?: ChangeDataset | undefined;
  provider?: string | undefined;
  limit: number;
}

/** In the order of their cursors. */
export const listChangesAfter = async (db: Db, filter: ChangeFilter): Promise<ChangeRecord[]> =>
  db
    .select()
    .from(changeEvents)
    .where(
      and(
        gt(changeEvents.seq, filter.after),
        lte(changeEvents.seq, filter.upTo),
        filter.isNewsOnly ? IS_NEWS : undefined,
        filter.dataset && eq(changeEvents.dataset, filter.dataset),
        filter.provider === undefined ? undefined : eq(changeEvents.provider, filter.provider),
      ),
    )
    .orderBy(asc(changeEvents.seq))
    .limit(filter.limit);

const newest = async (db: Db, condition: SQL, limit: number): Promise<ChangeRecord[]> =>
  db.select().from(changeEvents).where(condition).orderBy(desc(changeEvents.at), desc(changeEvents.seq)).limit(limit);

export const listProviderChanges = (db: Db, provider: string, limit: number): Promise<ChangeRecord[]> =>
  newest(db, eq(changeEvents.provider, provider), limit);
/** Ends of models that were announced or moved in a window, the newest first. */
export const listRetirementChangesIn = (db: Db, from: Date, to: Date, limit: number): Promise<ChangeRecord[]> =>
  newest(db, sql`${changeEvents.dataset} = 'retirements' and ${changeEvents.at} > ${at(from)} and ${changeEvents.at} <= ${at(to)}`, limit);
export const listDatasetChanges = (db: Db, dataset: ChangeDataset, limit: number): Promise<ChangeRecord[]> =>
  newest(db, eq(changeEvents.dataset, dataset), limit);
