import { asc, desc, sql, type SQL } from "drizzle-orm";
import { rowsOf, type Db } from "@/db/client";
import type { PlannedValues } from "@/db/planned";
import { receiptKeys, type receipts } from "@/db/schema/receipts";
import { listClosedDays } from "./receipt-log";

export type ReceiptRow = typeof receipts.$inferInsert;
export type ReceiptKeyRow = typeof receiptKeys.$inferSelect;

/** Insert for use in the charging statement. With `from` naming a CTE, no row there means no receipt. */
export function receiptInsert({ day, id, leafHash, body }: PlannedValues<ReceiptRow>, from: SQL = sql``): SQL {
  return sql`insert into receipts (day, id, leaf_hash, body) select ${day}::date, ${id}::text, ${leafHash}::text, ${body}::text ${from}`;
}

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
  const at = createdAt.toISOString();
  const retire = sql`, retired as (update receipt_keys set retired_at = ${at}::timestamptz where kid <> ${kid} and retired_at is null)`;
  await rowsOf(
    db,
    sql`
    with saved as (
      insert into receipt_keys (kid, x, created_at) values (${kid}, ${x}, ${at}::timestamptz)
      on conflict (kid) do update set retired_at = null where receipt_keys.retired_at is not null
    )${retiresOthers ? retire : sql``}
    select 1`,
  );
}

export async function listReceiptKeys(db: Db): Promise<ReceiptKeyRow[]> {
  return db.select().from(receiptKeys).orderBy(desc(receiptKeys.createdAt), asc(receiptKeys.kid));
}
