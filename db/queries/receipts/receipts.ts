import { asc, desc, sql, type SQL } from "drizzle-orm";
import { rowsOf, type Db } from "@/db/client";
import type { PlannedValues } from "@/db/planned";
import { receiptKeys, type receipts } from "@/db/schema/receipts";
import { listClosedDays } from "./receipt-log";

export type ReceiptRow = typeof receipts.$inferInsert;
export type ReceiptKeyRow = typeof receiptKeys.$inferSelect;

/** An insert to stand in the statement that charges: `from` may name its CTE, so that no row means no receipt. */
export function receiptInsert({ day, id, leafHash, body }: PlannedValues<ReceiptRow>, from: SQL = sql``): SQL {
  return sql`insert into receipts (day, id, leaf_hash, body) select ${day}::date, ${id}::text, ${leafHash}::text, ${body}::text ${from}`;
}

/** True when a receipt was refused because the log of its day takes none any more. */
export function isReceiptDayClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("constraint" in error && error.constraint === "receipts_day_is_open") || isReceiptDayClosed(error.cause);
}

/** Throws what its insertion would throw, before anything is paid for it. */
export async function requireOpenReceiptDay(db: Db, day: string): Promise<void> {
  if ((await listClosedDays(db, day)).length > 0) {
    throw Object.assign(new Error(`the receipt log of ${day} is closed`), { constraint: "receipts_day_is_open" });
  }
}

/** A key that signs again is no longer retired. */
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

/** The newest first. */
export async function listReceiptKeys(db: Db): Promise<ReceiptKeyRow[]> {
  return db.select().from(receiptKeys).orderBy(desc(receiptKeys.createdAt), asc(receiptKeys.kid));
}
