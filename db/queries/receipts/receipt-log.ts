import { setTimeout as delay } from "node:timers/promises";
import { and, asc, desc, eq, gte, lt, lte, not, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { at, inTransaction, rowsOf, type Db } from "@/db/client";
import { receiptDays, receiptLogChunks, receiptLogEditions, receiptLogs, receipts } from "@/db/schema/receipts";

export type ReceiptLogRow = typeof receiptLogs.$inferSelect;
export type ReceiptLogChunk = Omit<typeof receiptLogChunks.$inferSelect, "day" | "edition">;
export type ReceiptLeaf = Pick<typeof receipts.$inferSelect, "id" | "leafHash">;

export type LogPlace = Pick<ReceiptLogRow, "day" | "edition">;

/** Leaves whose subtree is kept as one root: a power of two. */
export const LEAVES_PER_CHUNK = 1024;

export async function findFirstReceiptDay(db: Db): Promise<string | null> {
  const [row] = await db.select({ day: receipts.day }).from(receipts).orderBy(asc(receipts.day)).limit(1);
  return row?.day ?? null;
}

const WAITS = 30;
const BETWEEN_WAITS_MS = 500;

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === "55P03";

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
export async function closeReceiptDay(db: Db, { day, edition }: LogPlace, closedAt: Date): Promise<void> {
  await db.insert(receiptDays).values({ day, edition, closedAt }).onConflictDoNothing();
  await waitForInserts(db);
}

/** One chunk of a day in id order, from an id on. */
export async function listReceiptLeaves(db: Db, day: string, { from, after }: { from?: string; after?: string }): Promise<ReceiptLeaf[]> {
  const beginning = from === undefined ? sql`true` : sql`${receipts.id} >= ${from}`;
  const rest = after === undefined ? sql`true` : sql`${receipts.id} > ${after}`;
  return db
    .select({ id: receipts.id, leafHash: receipts.leafHash })
    .from(receipts)
    .where(and(eq(receipts.day, day), beginning, rest))
    .orderBy(asc(receipts.id))
    .limit(LEAVES_PER_CHUNK);
}

/** False when another run was first. */
export function insertReceiptLog(db: Db, log: ReceiptLogRow, chunks: readonly ReceiptLogChunk[]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const inserted = await tx.insert(receiptLogs).values(log).onConflictDoNothing().returning({ day: receiptLogs.day });
    if (inserted.length === 0) return false;
    const rows = JSON.stringify(
      chunks.map(({ number, firstId, root }) => ({ day: log.day, edition: log.edition, number, first_id: firstId, root })),
    );
    await rowsOf(
      tx,
      sql`insert into receipt_log_chunks (day, edition, number, first_id, root) select day, edition, number, first_id, root from jsonb_populate_recordset(null::receipt_log_chunks, ${rows}::jsonb)`,
    );
    return true;
  });
}

/** Of the days that stand: none of a later edition has opened them again. */
const stands = ({ day, edition }: { day: SQLWrapper; edition: SQLWrapper }): SQL =>
  sql`not exists (select from ${receiptLogEditions} e where e.edition > ${edition} and e.from_day <= ${day})`;

/** The head of each day, the newest day first. */
export async function listReceiptLogs(db: Db, { before, limit }: { before?: string | undefined; limit: number }): Promise<ReceiptLogRow[]> {
  return db
    .select()
    .from(receiptLogs)
    .where(and(stands(receiptLogs), before === undefined ? undefined : lt(receiptLogs.day, before)))
    .orderBy(desc(receiptLogs.day))
    .limit(limit);
}

/** Heads that a later edition replaces, the last published first. */
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
    .where(and(not(stands(receiptLogs)), isInRange))
    .orderBy(desc(receiptLogs.edition), desc(receiptLogs.day));
}

export async function findReceiptLog(db: Db, day: string): Promise<ReceiptLogRow | null> {
  const [row] = await db
    .select()
    .from(receiptLogs)
    .where(and(stands(receiptLogs), eq(receiptLogs.day, day)));
  return row ?? null;
}

/** Within an edition days are published in their order, and an edition only once the one before has ended. */
export async function findLastPublishedLog(db: Db): Promise<ReceiptLogRow | null> {
  const [row] = await db.select().from(receiptLogs).orderBy(desc(receiptLogs.edition), desc(receiptLogs.day)).limit(1);
  return row ?? null;
}

/** The edition that days are published in now, and the first day that it says anything of; null for the first edition. */
export async function findLogEdition(db: Db): Promise<{ edition: number; fromDay: string | null }> {
  const [row] = await db.select().from(receiptLogEditions).orderBy(desc(receiptLogEditions.edition)).limit(1);
  return row ?? { edition: 0, fromDay: null };
}

/** Days from this one on that take no receipts. */
export async function listClosedDays(db: Db, fromDay: string): Promise<string[]> {
  const rows = await db
    .select({ day: receiptDays.day })
    .from(receiptDays)
    .where(and(stands(receiptDays), gte(receiptDays.day, fromDay)))
    .orderBy(asc(receiptDays.day));
  return rows.map(({ day }) => day);
}

/** Lets the closed days from this one on take receipts again, under a new edition of the log. Says which. */
export function reopenReceiptDays(db: Db, fromDay: string, now: Date): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const days = await listClosedDays(tx, fromDay);
    if (days.length > 0) {
      await rowsOf(
        tx,
        sql`insert into receipt_log_editions (edition, from_day, begun_at) select coalesce(max(edition), 0) + 1, ${fromDay}::date, ${at(now)} from receipt_log_editions`,
      );
    }
    return days;
  });
}

export interface ReceiptChunk {
  number: number;
  leaves: ReceiptLeaf[];
  /** Roots of all chunks of the day. */
  roots: string[];
}

/** The chunk that holds an id if the day holds it; null when the id stands before all others. */
export async function findReceiptChunk(db: Db, { day, edition }: LogPlace, id: string): Promise<ReceiptChunk | null> {
  const [chunk] = await db
    .select({ number: receiptLogChunks.number, firstId: receiptLogChunks.firstId })
    .from(receiptLogChunks)
    .where(and(eq(receiptLogChunks.day, day), eq(receiptLogChunks.edition, edition), lte(receiptLogChunks.firstId, id)))
    .orderBy(desc(receiptLogChunks.firstId))
    .limit(1);
  if (!chunk) return null;
  const leaves = await listReceiptLeaves(db, day, { from: chunk.firstId });
  const roots = await db
    .select({ root: receiptLogChunks.root })
    .from(receiptLogChunks)
    .where(and(eq(receiptLogChunks.day, day), eq(receiptLogChunks.edition, edition)))
    .orderBy(asc(receiptLogChunks.number));
  return { number: chunk.number, leaves, roots: roots.map(({ root }) => root) };
}
