import { and, asc, eq, gte, inArray, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { listingSpans } from "@/db/schema/history";
import { beginSpans, dayNumberOf, dropSpans, endSpans, listOpenSpans, type SpanTable } from "./spans";
import { listInPages, pagesOf } from "../upsert-rows";
import type { DayPrice } from "@/lib/domain/history/compare-prices";
import type { OpenSpan } from "@/lib/domain/history/history-spans";
import type { DatedValue } from "@/lib/domain/history/kept-spans";
import type { ModelName } from "@/lib/domain/models/resolve-model";

export type ListingSpan = typeof listingSpans.$inferSelect;

const TABLE: SpanTable<typeof listingSpans> = { table: listingSpans, keys: ["provider_id", "model_key"] };
const PAGE = 400;
/** Page size for queries with narrow rows. */
export const SPANS_PAGE = 2000;

export const listOpenListingSpans = (db: Db): Promise<OpenSpan[]> => listOpenSpans(db, TABLE);
export const endListingSpans = (tx: Db, spans: readonly OpenSpan[], lastDate: string): Promise<void> =>
  endSpans(tx, TABLE, spans, lastDate);
export const dropListingSpans = (tx: Db, spans: readonly OpenSpan[]): Promise<void> => dropSpans(tx, TABLE, spans);
export const beginListingSpans = (tx: Db, rows: readonly ListingSpan[]): Promise<void> => beginSpans(tx, TABLE, rows);

/** Must match the expression of the index: an unknown end is an open range. */
const DAYS = sql`daterange(${listingSpans.firstDate}, ${listingSpans.lastDate}, '[]')`;
const covers = (date: string): SQL => sql`${DAYS} @> ${date}::date`;

export interface ListingDay {
  date: string;
  scope: "makers" | "all";
}

/** Every listing on a captured day, ordered by key, read in pages. */
export async function listListingsOn(db: Db, { date, scope }: ListingDay): Promise<ListingSpan[]> {
  const spans: ListingSpan[] = [];
  for (;;) {
    const last = spans.at(-1);
    const after = last ? sql`(${listingSpans.providerId}, ${listingSpans.modelKey}) > (${last.providerId}, ${last.modelKey})` : undefined;
    const next = await db
      .select()
      .from(listingSpans)
      .where(and(covers(date), scope === "makers" ? eq(listingSpans.isMakersListing, true) : undefined, after))
      .orderBy(asc(listingSpans.providerId), asc(listingSpans.modelKey))
      .limit(PAGE);
    spans.push(...next);
    if (next.length < PAGE) return spans;
  }
}

export async function countListingsOn(db: Db, date: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(listingSpans)
    .where(covers(date));
  return row?.count ?? 0;
}

/** Spans of a listing within a range, under any of its ids; those of the first id come first. */
export async function listListingSpans(
  db: Db,
  providerId: string,
  modelIds: readonly string[],
  range: { from: string; to: string },
): Promise<ListingSpan[]> {
  const keys = modelIds.map((id) => id.toLowerCase());
  const spans = await db
    .select()
    .from(listingSpans)
    .where(
      and(
        eq(listingSpans.providerId, providerId),
        inArray(listingSpans.modelKey, keys),
        lte(listingSpans.firstDate, range.to),
        or(isNull(listingSpans.lastDate), gte(listingSpans.lastDate, range.from)),
      ),
    )
    .orderBy(asc(listingSpans.firstDate), asc(listingSpans.modelKey));
  return spans.sort((left, right) => keys.indexOf(left.modelKey) - keys.indexOf(right.modelKey));
}

/** The newest name of every listing that ever was in a snapshot. Skips from key to key instead of reading every span. */
export async function listCapturedListings(db: Db): Promise<ModelName[]> {
  type Row = { provider_id: string; model_key: string; model_id: string; name: string; is_makers_listing: boolean };
  const page = (after: Row | null) => sql`
    with recursive keys as (
      (select provider_id, model_key from listing_spans where (provider_id, model_key) > (${after?.provider_id ?? ""}, ${after?.model_key ?? ""}) order by provider_id, model_key limit 1)
      union all
      select next.provider_id, next.model_key from keys
      cross join lateral (select provider_id, model_key from listing_spans s where (s.provider_id, s.model_key) > (keys.provider_id, keys.model_key) order by provider_id, model_key limit 1) next
    )
    select newest.* from (select * from keys limit ${PAGE}) k cross join lateral (
      select provider_id, model_key, model_id, name, is_makers_listing from listing_spans s
      where s.provider_id = k.provider_id and s.model_key = k.model_key order by first_date desc limit 1) newest`;
  const rows = await listInPages<Row>(db, page, PAGE);
  return rows.map((row) => ({
    providerId: row.provider_id,
    modelId: row.model_id,
    name: row.name,
    isMakersListing: row.is_makers_listing,
  }));
}

export interface PricedSpan extends DayPrice {
  isMakersListing: boolean;
}

/** Every published price in history with its days, in pages, so that the caller can yield in between. Unpriced listings are left out. */
export async function* pricedSpanPages(db: Db): AsyncGenerator<DatedValue<PricedSpan>[]> {
  type Row = {
    provider_id: string;
    model_key: string;
    first_date: string;
    first_day: number;
    last_day: number | null;
    model_id: string;
    name: string;
    input_price: number | null;
    output_price: number | null;
    is_makers_listing: boolean;
  };
  const page = (after: Row | null) => sql`
    select provider_id, model_key, first_date::text as first_date, ${dayNumberOf(sql`first_date`)} as first_day, ${dayNumberOf(sql`last_date`)} as last_day, model_id, name, input_price, output_price, is_makers_listing
    from listing_spans where (provider_id, model_key, first_date) > (${after?.provider_id ?? ""}, ${after?.model_key ?? ""}, ${after?.first_date ?? "-infinity"}::date)
    order by provider_id, model_key, first_date limit ${SPANS_PAGE}`;
  for await (const rows of pagesOf(db, page, SPANS_PAGE)) {
    yield rows.flatMap(
      ({
        provider_id: providerId,
        model_id: modelId,
        name,
        input_price: inputPrice,
        output_price: outputPrice,
        is_makers_listing: isMakersListing,
        first_day: firstDay,
        last_day: lastDay,
      }) =>
        inputPrice === null || outputPrice === null
          ? []
          : [{ value: { providerId, modelId, name, inputPrice, outputPrice, isMakersListing }, firstDay, lastDay }],
    );
  }
}
