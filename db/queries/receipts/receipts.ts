import { and, asc, desc, isNotNull, isNull, ne, sql, type SQL } from "drizzle-orm";
import { inTransaction, type Db } from "@/db/client";
import { receiptKeys, type receipts } from "@/db/schema/receipts";
import { listClosedDays } from "./receipt-log";

export type ReceiptRow = typeof receipts.$inferInsert;
export type ReceiptKeyRow = typeof receiptKeys.$inferSelect;

/** Insert for use in the charging statement. With `from` naming a CTE, each of its rows makes a receipt. */
export const receiptInsert = (
  { day, id, leafHash, body }: { [Name in keyof ReceiptRow]: ReceiptRow[Name] | SQL },
  from: SQL = sql``,
): SQL => sql`insert into receipts (day, id, leaf_hash, body) select ${day}::date, ${id}::text, ${leafHash}::text, ${body}::text ${from}`;

export function isReceiptDayClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("constraint" in error && error.constraint === "receipts_day_is_open") || isReceiptDayClosed(error.cause);
}

/** Throws the error that inserting the receipt would throw, before a payment is sent. */
export async function requireOpenReceiptDay(db: Db, day: string): Promise<void> {
  if ((await listClosedDays(db, day)).length > 0) {
    throw Object.assign(new Error(`the receipt log of ${day} is closed`), { constraint: "receipts_day_is_open" });
  }
}

export async function saveReceiptKey(
  db: Db,
  { kid, x, createdAt }: Omit<ReceiptKeyRow, "retiredAt">,
  { retiresOthers }: { retiresOthers: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .insert(receiptKeys)
      .values({ kid, x, createdAt })
      .onConflictDoUpdate({ target: receiptKeys.kid, set: { retiredAt: null }, setWhere: isNotNull(receiptKeys.retiredAt) });
    if (!retiresOthers) return;
    await tx
      .update(receiptKeys)
      .set({ retiredAt: createdAt })
      .where(and(ne(receiptKeys.kid, kid), isNull(receiptKeys.retiredAt)));
  });
}

export const listReceiptKeys = async (db: Db): Promise<ReceiptKeyRow[]> =>
  db.select().from(receiptKeys).orderBy(desc(receiptKeys.createdAt), asc(receiptKeys.kid));
