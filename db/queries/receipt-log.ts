import { setTimeout as delay } from "node:timers/promises";
import { and, asc, desc, eq, lt, lte, sql } from "drizzle-orm";
import { inTransaction, rowsOf, type Db } from "../client";
import { receiptDays, receiptLogChunks, receiptLogs, receipts } from "../schema/receipts";

export type ReceiptLogRow = typeof receiptLogs.$inferSelect;
export type ReceiptLogChunk = Omit<typeof receiptLogChunks.$inferSelect, "day">;
export type ReceiptLeaf = Pick<typeof receipts.$inferSelect, "id" | "leafHash">;

/** Leaves whose subtree is kept as one root: a power of two. */
export const LEAVES_PER_CHUNK = 1024;

export async function findFirstReceiptDay(db: Db): Promise<string | null> {
  const [row] = await db.select({ day: receipts.day }).from(receipts).orderBy(asc(receipts.day)).limit(1);
  return row?.day ?? null;
}

const WAITS = 30;
const BETWEEN_WAITS_MS = 500;

const isLockTimeout = (error: unknown): boolean => error instanceof Error && (error.cause as { code?: string } | undefined)?.code === "55P03";

/** Whoever inserts holds a lock that this one waits for, and waits behind it: so it asks briefly, and again. */
async function waitForInserts(db: Db): Promise<void> {
  for (let wait = 1; ; wait++) {
    try {
      return await inTransaction(db, async (tx) => {
        await tx.execute(sql`set local lock_timeout = '200ms'`);
        await tx.execute(sql`lock table receipts in share mode`);
      });
    } catch (error) {
      if (wait === WAITS || !isLockTimeout(error)) throw error;
      await delay(BETWEEN_WAITS_MS);
    }
  }
}

/** From here on the day takes no receipts; those that were on their way are in when this returns. */
export async function closeReceiptDay(db: Db, day: string, at: Date): Promise<void> {
  await db.insert(receiptDays).values({ day, closedAt: at }).onConflictDoNothing();
  await waitForInserts(db);
}

/** One chunk of a day in id order, from an id on. */
export async function listReceiptLeaves(db: Db, day: string, { from, after }: { from?: string; after?: string }): Promise<ReceiptLeaf[]> {
  const beginning = from === undefined ? sql`true` : sql`${receipts.id} >= ${from}`;
  const rest = after === undefined ? sql`true` : sql`${receipts.id} > ${after}`;
  return db.select({ id: receipts.id, leafHash: receipts.leafHash }).from(receipts).where(and(eq(receipts.day, day), beginning, rest)).orderBy(asc(receipts.id)).limit(LEAVES_PER_CHUNK);
}

/** False when another run was first. */
export function insertReceiptLog(db: Db, log: ReceiptLogRow, chunks: readonly ReceiptLogChunk[]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const inserted = await tx.insert(receiptLogs).values(log).onConflictDoNothing().returning({ day: receiptLogs.day });
    if (inserted.length === 0) return false;
    const rows = JSON.stringify(chunks.map(({ number, firstId, root }) => ({ day: log.day, number, first_id: firstId, root })));
    await rowsOf(tx, sql`insert into receipt_log_chunks (day, number, first_id, root) select day, number, first_id, root from jsonb_populate_recordset(null::receipt_log_chunks, ${rows}::jsonb)`);
    return true;
  });
}

/** The newest first. */
export async function listReceiptLogs(db: Db, { before, limit }: { before?: string | undefined; limit: number }): Promise<ReceiptLogRow[]> {
  return db.select().from(receiptLogs).where(before === undefined ? undefined : lt(receiptLogs.day, before)).orderBy(desc(receiptLogs.day)).limit(limit);
}

export async function findReceiptLog(db: Db, day: string): Promise<ReceiptLogRow | null> {
  const [row] = await db.select().from(receiptLogs).where(eq(receiptLogs.day, day));
  return row ?? null;
}

export interface ReceiptChunk {
  number: number;
  leaves: ReceiptLeaf[];
  /** Roots of all chunks of the day. */
  roots: string[];
}

/** The chunk that holds an id if the day holds it; null when the id stands before all others. */
export async function findReceiptChunk(db: Db, day: string, id: string): Promise<ReceiptChunk | null> {
  const [chunk] = await db
    .select({ number: receiptLogChunks.number, firstId: receiptLogChunks.firstId })
    .from(receiptLogChunks)
    .where(and(eq(receiptLogChunks.day, day), lte(receiptLogChunks.firstId, id)))
    .orderBy(desc(receiptLogChunks.firstId))
    .limit(1);
  if (!chunk) return null;
  const leaves = await listReceiptLeaves(db, day, { from: chunk.firstId });
  const roots = await db.select({ root: receiptLogChunks.root }).from(receiptLogChunks).where(eq(receiptLogChunks.day, day)).orderBy(asc(receiptLogChunks.number));
  return { number: chunk.number, leaves, roots: roots.map(({ root }) => root) };
}
