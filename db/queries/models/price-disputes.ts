import { isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { priceDisputes } from "@/db/schema/models";
import { CONTRADICTED } from "@/lib/domain/models/prices/price-disputes";
import { batchesOf, upsertRows } from "../upsert-rows";

export type PriceDisputeRow = typeof priceDisputes.$inferSelect;

export const listOpenPriceDisputes = async (db: Db): Promise<PriceDisputeRow[]> =>
  db.select().from(priceDisputes).where(isNull(priceDisputes.endedAt));

export async function savePriceDisputes(db: Db, rows: readonly PriceDisputeRow[]): Promise<void> {
  for (const batch of batchesOf(rows)) await upsertRows(db, priceDisputes, batch);
}

export interface DisputedMonth {
  source: string;
  /** YYYY-MM in which the figures came to be disputed. */
  month: string;
  setAside: number;
  contradicted: number;
  corrected: number;
  /** Days until half of the corrected figures were. */
  medianDays: number | null;
}

const SECONDS_A_DAY = 86_400;

export async function countPriceDisputes(db: Db): Promise<DisputedMonth[]> {
  const { source, since, reason, endedAt } = priceDisputes;
  const month = sql<string>`to_char(${since} at time zone 'UTC', 'YYYY-MM')`;
  const isContradicted = sql`${reason} = ${CONTRADICTED}`;
  const days = sql`extract(epoch from ${endedAt} - ${since}) / ${SECONDS_A_DAY}`;
  return db
    .select({
      source,
      month,
      setAside: sql<number>`(count(*) filter (where not ${isContradicted}))::int`,
      contradicted: sql<number>`(count(*) filter (where ${isContradicted}))::int`,
      corrected: sql<number>`count(${endedAt})::int`,
      medianDays: sql<number | null>`percentile_cont(0.5) within group (order by ${days}) filter (where ${endedAt} is not null)`,
    })
    .from(priceDisputes)
    .groupBy(source, month)
    .orderBy(source, month);
}
