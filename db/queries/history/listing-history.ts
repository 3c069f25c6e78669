import { and, asc, eq, gte, inArray, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { listingSpans } from "@/db/schema/history";
import { integer, orNull, rowsOf, type RowOf } from "@/db/statements";
import { beginSpans, covers, dayNumberOf, dropSpans, endSpans, listOpenSpans } from "./spans";
import { listByKey, pagesByKey } from "../upsert-rows";
import type { DayPrice } from "@/lib/domain/history/compare-prices";
import type { OpenSpan } from "@/lib/domain/history/history-spans";
import type { DatedValue } from "@/lib/domain/history/span-columns";
import type { ModelName } from "@/lib/domain/models/model-name";

export type ListingSpan = typeof listingSpans.$inferSelect;

const PAGE = 400;
/** Page size for queries with narrow rows. */
export const SPANS_PAGE = 2000;

export const listOpenListingSpans = async (db: Db): Promise<OpenSpan[]> => listOpenSpans(db, listingSpans);
export const endListingSpans = async (tx: Db, spans: readonly OpenSpan[], lastDate: string): Promise<void> =>
  endSpans(tx, listingSpans, spans, lastDate);
export const dropListingSpans = async (tx: Db, spans: readonly OpenSpan[]): Promise<void> => dropSpans(tx, listingSpans, spans);
export const beginListingSpans = async (tx: Db, rows: readonly ListingSpan[]): Promise<void> => beginSpans(tx, listingSpans, rows);

const { providerId, modelKey, firstDate, modelId, name, inputPrice, outputPrice, isMakersListing } = listingSpans;

export interface ListingDay {
  date: string;
  scope: "makers" | "all";
}

/** Every listing on a captured day, ordered by key, read in pages. */
export const listListingsOn = async (db: Db, { date, scope }: ListingDay): Promise<ListingSpan[]> =>
  listByKey(
    [providerId, modelKey],
    (last: ListingSpan) => [last.providerId, last.modelKey],
    PAGE,
    (isAfter) =>
      db
        .select()
        .from(listingSpans)
        .where(and(covers(listingSpans, date), scope === "makers" ? eq(listingSpans.isMakersListing, true) : undefined, isAfter))
        .orderBy(providerId, modelKey)
        .limit(PAGE),
  );

export const countListingsOn = async (db: Db, date: string): Promise<number> => db.$count(listingSpans, covers(listingSpans, date));

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
export function listCapturedListings(db: Db): Promise<ModelName[]> {
  const NAMED = { providerId, modelId, name, isMakersListing };
  const nextKey = (isAfter: SQL) =>
    sql`(select provider_id, model_key from listing_spans where ${isAfter} order by provider_id, model_key limit 1)`;
  return listByKey(
    [providerId, modelKey],
    (last: ModelName) => [last.providerId, last.modelId.toLowerCase()],
    PAGE,
    (isAfter) =>
      rowsOf(
        db,
        NAMED,
        sql`
    with recursive keys as (
      ${nextKey(isAfter ?? sql`true`)}
      union all
      select next.* from keys cross join lateral ${nextKey(sql`(${providerId}, ${modelKey}) > (keys.provider_id, keys.model_key)`)} next
    )
    select newest.* from (select * from keys limit ${PAGE}) k cross join lateral (
      select provider_id as "providerId", model_id as "modelId", name, is_makers_listing as "isMakersListing" from listing_spans s
      where s.provider_id = k.provider_id and s.model_key = k.model_key order by first_date desc limit 1) newest`,
      ),
  );
}

const KEYED = { providerId, modelKey, firstDate, firstDay: integer, lastDay: orNull(integer) };

/** Columns of every listing's spans, in order of listing and day. They come in pages, so that the caller can yield in between. */
export function spanPages<Names extends Record<string, PgColumn>>(db: Db, columns: Names) {
  type Span = RowOf<typeof KEYED> & RowOf<Names>;
  const selected = Object.entries(columns).map(([key, column]) => sql`${sql.identifier(column.name)} as ${sql.identifier(key)}`);
  return pagesByKey<Span>(
    [providerId, modelKey, firstDate],
    (last) => [last.providerId, last.modelKey, last.firstDate],
    SPANS_PAGE,
    (isAfter) =>
      rowsOf(
        db,
        { ...KEYED, ...columns },
        sql`
    select provider_id as "providerId", model_key as "modelKey", first_date::text as "firstDate", ${dayNumberOf(firstDate)} as "firstDay",
      ${dayNumberOf(listingSpans.lastDate)} as "lastDay", ${sql.join(selected, sql`, `)}
    from listing_spans where ${isAfter ?? true} order by provider_id, model_key, first_date limit ${SPANS_PAGE}`,
      ) as Promise<Span[]>,
  );
}

export interface PricedSpan extends DayPrice {
  isMakersListing: boolean;
}

/** Every published price in history with its days, in pages, so that the caller can yield in between. Unpriced listings are left out. */
export async function* pricedSpanPages(db: Db): AsyncGenerator<DatedValue<PricedSpan>[]> {
  for await (const rows of spanPages(db, { modelId, name, inputPrice, outputPrice, isMakersListing })) {
    yield rows.flatMap(({ modelKey: _, firstDate: __, firstDay, lastDay, ...listing }) => {
      const { inputPrice: input, outputPrice: output } = listing;
      return input === null || output === null
        ? []
        : [{ value: { ...listing, inputPrice: input, outputPrice: output }, firstDay, lastDay }];
    });
  }
}
