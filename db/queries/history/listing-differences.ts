import { and, desc, eq, lte, sql } from "drizzle-orm";
import { rowsOf, type Db } from "@/db/client";
import { snapshots } from "@/db/schema/history";
import type { SnapshotRecord } from "./history";
import type { ListingSnapshot } from "@/lib/domain/history/pricing-changes";

export async function listLastPriceSnapshots(db: Db, upTo: string): Promise<SnapshotRecord[]> {
  return db
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.type, "pricing"), lte(snapshots.date, upTo)))
    .orderBy(desc(snapshots.date))
    .limit(2);
}

export interface ListingDifferences {
  before: ListingSnapshot[];
  after: ListingSnapshot[];
}

interface Row {
  provider_id: string;
  then_id: string | null;
  then_name: string;
  then_tier: ListingSnapshot["tier"];
  then_input: number | null;
  then_output: number | null;
  now_id: string | null;
  now_name: string;
  now_tier: ListingSnapshot["tier"];
  now_input: number | null;
  now_output: number | null;
}

const thenOf = (row: Row): ListingSnapshot[] =>
  row.then_id === null
    ? []
    : [
        {
          providerId: row.provider_id,
          modelId: row.then_id,
          name: row.then_name,
          tier: row.then_tier,
          inputPrice: row.then_input,
          outputPrice: row.then_output,
        },
      ];
const nowOf = (row: Row): ListingSnapshot[] =>
  row.now_id === null
    ? []
    : [
        {
          providerId: row.provider_id,
          modelId: row.now_id,
          name: row.now_name,
          tier: row.now_tier,
          inputPrice: row.now_input,
          outputPrice: row.now_output,
        },
      ];

/** Makers' listings that differ from a day's snapshot. Becoming, or ceasing to be, the maker's own listing is no difference. */
export async function listDifferencesSince(db: Db, date: string): Promise<ListingDifferences> {
  const rows = await rowsOf<Row>(
    db,
    sql`
    select provider_id,
      t.model_id as then_id, t.name as then_name, t.tier as then_tier, t.input_price as then_input, t.output_price as then_output,
      n.model_id as now_id, n.name as now_name, n.tier as now_tier, n.input_price as now_input, n.output_price as now_output
    from (
      select provider_id, model_key, model_id, name, tier, is_makers_listing, input_price, output_price from listing_spans
      where daterange(first_date, last_date, '[]') @> ${date}::date
    ) t
    full join (select provider_id, model_key, model_id, name, tier, is_makers_listing, input_price, output_price from model_listings) n using (provider_id, model_key)
    where (t.model_id is null and n.is_makers_listing) or (n.model_id is null and t.is_makers_listing)
      or (n.is_makers_listing and (t.input_price, t.output_price) is distinct from (n.input_price, n.output_price))
    order by provider_id, model_key`,
  );
  return { before: rows.flatMap(thenOf), after: rows.flatMap(nowOf) };
}
