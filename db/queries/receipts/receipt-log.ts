import { setTimeout as delay } from "node:timers/promises";
import { and, asc, desc, eq, gt, gte, lt, lte, not, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { firstOf, inTransaction, matching, type Db } from "@/db/client";
import { receiptDays, receiptLogChunks, receiptLogEditions, receiptLogs, receipts } from "@/db/schema/receipts";
import { run } from "@/db/statements";
import { batchesOf } from "../upsert-rows";

export type ReceiptLogRow = typeof receiptLogs.$inferSelect;
export type ReceiptLogChunk = Omit<typeof receiptLogChunks.$inferSelect, "day" | "edition">;
export type ReceiptLeaf = Pick<typeof receipts.$inferSelect, "id" | "leafHash">;

export type LogEditionDay = Pick<ReceiptLogRow, "day" | "edition">;

/** Leaves per subtree whose root is stored; must be a power of two. */
export const LEAVES_PER_CHUNK = 1024;

export async function findFirstReceiptDay(db: Db): Promise<string | null> {
  const [row] = await db.select({ day: receipts.day }).from(receipts).orderBy(asc(receipts.day)).limit(1);
  return row?.day ?? null;
}

const LOCK_ATTEMPTS = 30;
const LOCK_RETRY_MS = 500;

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === "55P03";

/** Waits for running inserts. Short lock attempts with retries, because a waiting lock request blocks all new inserts. */
async function waitForInserts(db: Db): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, async (tx) => {
        await run(tx, sql`set local lock_timeout = '200ms'`);
        await run(tx, sql`lock table receipts in share mode`);
      });
    } catch (error) {
      if (attempt === LOCK_ATTEMPTS || !isLockTimeout(error)) throw error;
      await delay(LOCK_RETRY_MS);
    }
  }
}

/** Closes a day for receipts. When it returns, all inserts that were in flight have committed or failed. */
export async function closeReceiptDay(db: Db, { day, edition }: LogEditionDay, closedAt: Date): Promise<void> {
  await db.insert(receiptDays).values({ day, edition, closedAt }).onConflictDoNothing();
  await waitForInserts(db);
}

/** Up to one chunk of a day's leaves in id order, `from` inclusive or `after` exclusive. */
export async function listReceiptLeaves(db: Db, day: string, { from, after }: { from?: string; after?: string }): Promise<ReceiptLeaf[]> {
  const isWanted = and(from === undefined ? undefined : gte(receipts.id, from), after === undefined ? undefined : gt(receipts.id, after));
  return db
    .select({ id: receipts.id, leafHash: receipts.leafHash })
    .from(receipts)
    .where(and(eq(receipts.day, day), isWanted))
    .orderBy(asc(receipts.id))
    .limit(LEAVES_PER_CHUNK);
}

export function insertReceiptLog(db: Db, log: ReceiptLogRow, chunks: readonly ReceiptLogChunk[]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const inserted = await tx.insert(receiptLogs).values(log).onConflictDoNothing().returning({ day: receiptLogs.day });
    if (inserted.length === 0) return false;
    const rows = chunks.map((chunk) => ({ ...chunk, day: log.day, edition: log.edition }));
    for (const batch of batchesOf(rows)) await tx.insert(receiptLogChunks).values(batch);
    return true;
  });
}

/** Condition for rows that no later edition has superseded by reopening their day. */
const isCurrent = ({ day, edition }: { day: SQLWrapper; edition: SQLWrapper }): SQL =>
  sql`not exists (select from ${receiptLogEditions} e where e.edition > ${edition} and e.from_day <= ${day})`;

export const listReceiptLogs = async (
  db: Db,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<ReceiptLogRow[]> =>
  db
    .select()
    .from(receiptLogs)
    .where(and(isCurrent(receiptLogs), before === undefined ? undefined : lt(receiptLogs.day, before)))
    .orderBy(desc(receiptLogs.day))
    .limit(limit);

export async function listSupersededLogs(
  db: Db,
  { from, before }: { from?: string | undefined; before?: string | undefined },
): Promise<ReceiptLogRow[]> {
  const isInRange = and(
    from === undefined ? undefined : gte(receiptLogs.day, from),
    before === undefined ? undefined : lt(receiptLogs.day, before),
  );
  return db
    .select()
    .from(receiptLogs)
    .where(and(not(isCurrent(receiptLogs)), isInRange))
    .orderBy(desc(receiptLogs.edition), desc(receiptLogs.day));
}

export const findReceiptLog = async (db: Db, day: string): Promise<ReceiptLogRow | null> =>
  db
    .select()
    .from(receiptLogs)
    .where(and(isCurrent(receiptLogs), eq(receiptLogs.day, day)))
    .then(firstOf);

/** Orders logs by their publication: by edition, and by day within it. */
export const findLastPublishedLog = async (db: Db): Promise<ReceiptLogRow | null> =>
  db.select().from(receiptLogs).orderBy(desc(receiptLogs.edition), desc(receiptLogs.day)).limit(1).then(firstOf);

/** The edition that publishes now and its first day; `fromDay` is null for the first edition. */
export async function findLogEdition(db: Db): Promise<{ edition: number; fromDay: string | null }> {
  const [row] = await db.select().from(receiptLogEditions).orderBy(desc(receiptLogEditions.edition)).limit(1);
  return row ?? { edition: 0, fromDay: null };
}

export async function listClosedDays(db: Db, fromDay: string): Promise<string[]> {
  const rows = await db
    .select({ day: receiptDays.day })
    .from(receiptDays)
    .where(and(isCurrent(receiptDays), gte(receiptDays.day, fromDay)))
    .orderBy(asc(receiptDays.day));
  return rows.map(({ day }) => day);
}

/** Reopens the closed days from this one on, under a new edition of the log. Returns those days. */
export function reopenReceiptDays(db: Db, fromDay: string, now: Date): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const days = await listClosedDays(tx, fromDay);
    if (days.length > 0) {
      const { edition } = await findLogEdition(tx);
      await tx.insert(receiptLogEditions).values({ edition: edition + 1, fromDay, begunAt: now });
    }
    return days;
  });
}

export interface ReceiptChunk {
  number: number;
  leaves: ReceiptLeaf[];
  roots: string[];
}

/** The chunk that would contain the id; null when the id sorts before all chunks. */
export async function findReceiptChunk(db: Db, { day, edition }: LogEditionDay, id: string): Promise<ReceiptChunk | null> {
  const [chunk] = await db
    .select({ number: receiptLogChunks.number, firstId: receiptLogChunks.firstId })
    .from(receiptLogChunks)
    .where(and(matching(receiptLogChunks, { day, edition }), lte(receiptLogChunks.firstId, id)))
    .orderBy(desc(receiptLogChunks.firstId))
    .limit(1);
  if (!chunk) return null;
  const leaves = await listReceiptLeaves(db, day, { from: chunk.firstId });
  const roots = await db
    .select({ root: receiptLogChunks.root })
    .from(receiptLogChunks)
    .where(matching(receiptLogChunks, { day, edition }))
    .orderBy(asc(receiptLogChunks.number));
  return { number: chunk.number, leaves, roots: roots.map(({ root }) => root) };
}
