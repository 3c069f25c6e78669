import { and, desc, eq, lte, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { snapshots } from "@/db/schema/history";
import { orNull, rowsOf, valueOf } from "@/db/statements";
import type { SnapshotRecord } from "./history";
import type { ListingSnapshot } from "@/lib/domain/history/pricing-changes";

export const listLastPriceSnapshots = async (db: Db, upTo: string): Promise<SnapshotRecord[]> =>
  db
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.type, "pricing"), lte(snapshots.date, upTo)))
    .orderBy(desc(snapshots.date))
    .limit(2);

export interface ListingDifferences {
  before: ListingSnapshot[];
  after: ListingSnapshot[];
}

const SIDE = valueOf<ListingSnapshot>();

/** Makers' listings that differ from a day's snapshot. Becoming, or ceasing to be, the maker's own listing is no difference. */
export async function listDifferencesSince(db: Db, date: string): Promise<ListingDifferences> {
  const snapshotOf = (
    side: SQL,
  ) => sql`case when ${side}.model_id is not null then json_build_object('providerId', provider_id, 'modelId', ${side}.model_id, 'name', ${side}.name,
      'tier', ${side}.tier, 'deprecationDate', ${side}.deprecation_date, 'status', ${side}.status,
      'inputPrice', ${side}.input_price, 'outputPrice', ${side}.output_price) end`;
  const rows = await rowsOf(
    db,
    { before: orNull(SIDE), after: orNull(SIDE) },
    sql`
    select ${snapshotOf(sql`t`)} as before, ${snapshotOf(sql`n`)} as after
    from (
      select provider_id, model_key, model_id, name, tier, deprecation_date, status, is_makers_listing, input_price, output_price from listing_spans
      where daterange(first_date, last_date, '[]') @> ${date}::date
    ) t
    full join (select provider_id, model_key, model_id, name, tier, deprecation_date, status, is_makers_listing, input_price, output_price from model_listings) n using (provider_id, model_key)
    where (t.model_id is null and n.is_makers_listing) or (n.model_id is null and t.is_makers_listing)
      or (n.is_makers_listing and (t.input_price, t.output_price) is distinct from (n.input_price, n.output_price))
    order by provider_id, model_key`,
  );
  return { before: rows.flatMap(({ before }) => before ?? []), after: rows.flatMap(({ after }) => after ?? []) };
}
