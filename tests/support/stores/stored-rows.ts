import { and, asc, gte, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rowsOf } from "./rows-of";
import { receiptInsert, type ReceiptRow } from "@/db/queries/receipts/receipts";
import type { TransitionRecord } from "@/db/queries/status/status";
import { statusTransitions } from "@/db/schema/status";

/** Queries that only tests need. */

export async function insertReceipt(db: Db, row: ReceiptRow): Promise<void> {
  await db.execute(receiptInsert(row));
}

export async function countModels(db: Db): Promise<{ makers: number; all: number }> {
  const [row] = await rowsOf<{ makers: number; all: number }>(
    db,
    sql`select count(*) filter (where is_makers_listing)::int as makers, count(*)::int as all from model_listings`,
  );
  return { makers: row?.makers ?? 0, all: row?.all ?? 0 };
}

export async function listTransitions(db: Db, services: readonly string[], since: Date): Promise<TransitionRecord[]> {
  return db
    .select({
      service: statusTransitions.service,
      at: statusTransitions.at,
      from: statusTransitions.fromState,
      to: statusTransitions.toState,
    })
    .from(statusTransitions)
    .where(and(inArray(statusTransitions.service, [...services]), gte(statusTransitions.at, since)))
    .orderBy(asc(statusTransitions.at), asc(statusTransitions.service));
}
