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

/** A listing that differs, with the source that its price is from. */
interface DifferingListing extends ListingSnapshot {
  priceSource: string | null;
}

export interface ListingDifferences {
  before: DifferingListing[];
  after: DifferingListing[];
}

const LISTING = valueOf<DifferingListing>();
const COLUMNS = sql.raw(
  "provider_id, model_key, model_id, name, tier, deprecation_date, status, is_makers_listing, input_price, output_price, price_source",
);

const listingOf = (side: SQL): SQL => sql`case when ${side}.model_id is not null then json_build_object(
  'providerId', provider_id, 'modelId', ${side}.model_id, 'name', ${side}.name, 'tier', ${side}.tier,
  'deprecationDate', ${side}.deprecation_date, 'status', ${side}.status,
  'inputPrice', ${side}.input_price, 'outputPrice', ${side}.output_price, 'priceSource', ${side}.price_source) end`;

/** Makers' listings that differ. Becoming, or ceasing to be, the maker's own listing is no difference. */
async function listDifferences(db: Db, earlier: SQL, later: SQL): Promise<ListingDifferences> {
  const rows = await rowsOf(
    db,
    { before: orNull(LISTING), after: orNull(LISTING) },
    sql`
    select ${listingOf(sql`t`)} as before, ${listingOf(sql`n`)} as after
    from (select ${COLUMNS} from ${earlier}) t full join (select ${COLUMNS} from ${later}) n using (provider_id, model_key)
    where (t.model_id is null and n.is_makers_listing) or (n.model_id is null and t.is_makers_listing)
      or (n.is_makers_listing and (t.input_price, t.output_price) is distinct from (n.input_price, n.output_price))
    order by provider_id, model_key`,
  );
  return { before: rows.flatMap(({ before }) => before ?? []), after: rows.flatMap(({ after }) => after ?? []) };
}

const covers = (date: string): SQL => sql`daterange(first_date, last_date, '[]') @> ${date}::date`;

export const listDifferencesSince = (db: Db, date: string): Promise<ListingDifferences> =>
  listDifferences(db, sql`listing_spans where ${covers(date)}`, sql`model_listings`);

/** Between two captured days. What spans both of them stayed the same. */
export const listDifferencesBetween = (db: Db, earlier: string, later: string): Promise<ListingDifferences> =>
  listDifferences(
    db,
    sql`listing_spans where ${covers(earlier)} and not ${covers(later)}`,
    sql`listing_spans where ${covers(later)} and not ${covers(earlier)}`,
  );
