import { asc, desc, eq, max, sql } from "drizzle-orm";
import { firstOf, hasRow, matching, type Db } from "@/db/client";
import { crawlerSnapshotRows, snapshots, statusSnapshotRows } from "@/db/schema/history";
import { insertNew } from "../upsert-rows";
import type { SnapshotType } from "@/lib/domain/history/history-spans";

export type SnapshotRecord = typeof snapshots.$inferSelect;

export const findSnapshot = async (db: Db, date: string, type: SnapshotType): Promise<SnapshotRecord | null> =>
  db.select().from(snapshots).where(matching(snapshots, { date, type })).then(firstOf);

export async function findLastSnapshotDate(db: Db, type: SnapshotType): Promise<string | null> {
  const [row] = await db
    .select({ date: max(snapshots.date) })
    .from(snapshots)
    .where(eq(snapshots.type, type));
  return row?.date ?? null;
}

export async function findLastSnapshotTime(db: Db): Promise<Date | null> {
  const [row] = await db.select({ takenAt: max(snapshots.takenAt) }).from(snapshots);
  return row?.takenAt ?? null;
}

/** True when this call created the day's snapshot; a day is captured once. */
export const recordSnapshot = async (tx: Db, snapshot: SnapshotRecord): Promise<boolean> =>
  tx.insert(snapshots).values(snapshot).onConflictDoNothing().returning({ date: snapshots.date }).then(hasRow);

export const listSnapshots = async (db: Db, type: SnapshotType): Promise<SnapshotRecord[]> =>
  db.select().from(snapshots).where(eq(snapshots.type, type)).orderBy(asc(snapshots.date));

export const listSnapshotsOn = async (db: Db, date: string): Promise<SnapshotRecord[]> =>
  db.select().from(snapshots).where(eq(snapshots.date, date)).orderBy(asc(snapshots.type));

export async function listSnapshotDates(db: Db, type?: SnapshotType): Promise<string[]> {
  const rows = await db
    .selectDistinct({ date: snapshots.date })
    .from(snapshots)
    .where(type === undefined ? undefined : eq(snapshots.type, type))
    .orderBy(desc(snapshots.date));
  return rows.map(({ date }) => date);
}

export interface SnapshotCoverage {
  type: SnapshotType;
  first: string;
  last: string;
  days: number;
}

export const listSnapshotCoverage = async (db: Db): Promise<SnapshotCoverage[]> =>
  db
    .select({
      type: snapshots.type,
      first: sql<string>`min(${snapshots.date})::text`,
      last: sql<string>`max(${snapshots.date})::text`,
      days: sql<number>`count(*)::int`,
    })
    .from(snapshots)
    .groupBy(snapshots.type)
    .orderBy(asc(snapshots.type));

export type StatusSnapshotRow = typeof statusSnapshotRows.$inferSelect;

export const saveStatusSnapshot = async (tx: Db, rows: readonly StatusSnapshotRow[]): Promise<void> =>
  insertNew(tx, statusSnapshotRows, rows);

export const listStatusSnapshot = async (db: Db, date: string): Promise<StatusSnapshotRow[]> =>
  db
    .select()
    .from(statusSnapshotRows)
    .where(eq(statusSnapshotRows.date, date))
    .orderBy(asc(statusSnapshotRows.name), asc(statusSnapshotRows.service));

export type CrawlerSnapshotRow = typeof crawlerSnapshotRows.$inferSelect;

export const saveCrawlerSnapshot = async (tx: Db, rows: readonly CrawlerSnapshotRow[]): Promise<void> =>
  insertNew(tx, crawlerSnapshotRows, rows);

export const listCrawlerSnapshot = async (db: Db, date: string): Promise<CrawlerSnapshotRow[]> =>
  db
    .select()
    .from(crawlerSnapshotRows)
    .where(eq(crawlerSnapshotRows.date, date))
    .orderBy(desc(crawlerSnapshotRows.hits), asc(crawlerSnapshotRows.bot));
