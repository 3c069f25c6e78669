import { and, asc, eq, gte, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { rowsOf, type Db } from "../client";
import { listingSpans } from "../schema/history";
import { beginSpans, dropSpans, endSpans, listOpenSpans, type SpanTable } from "./spans";
import type { OpenSpan } from "@/lib/domain/history-spans";
import type { ModelName } from "@/lib/domain/resolve-model";

export type ListingSpan = typeof listingSpans.$inferSelect;

const TABLE: SpanTable<typeof listingSpans> = { table: listingSpans, keys: ["provider_id", "model_key"] };
const PAGE = 400;

export const listOpenListingSpans = (db: Db): Promise<OpenSpan[]> => listOpenSpans(db, TABLE);
export const endListingSpans = (tx: Db, spans: readonly OpenSpan[], lastDate: string): Promise<void> => endSpans(tx, TABLE, spans, lastDate);
export const dropListingSpans = (tx: Db, spans: readonly OpenSpan[]): Promise<void> => dropSpans(tx, TABLE, spans);
export const beginListingSpans = (tx: Db, rows: readonly ListingSpan[]): Promise<void> => beginSpans(tx, TABLE, rows);

const standsOn = (date: string) => and(lte(listingSpans.firstDate, date), or(isNull(listingSpans.lastDate), gte(listingSpans.lastDate, date)));

export interface ListingDay {
  date: string;
  scope: "makers" | "all";
}

/** Every listing as it stood on a captured day, in the order of the keys, read in pages. */
export async function listListingsOn(db: Db, { date, scope }: ListingDay): Promise<ListingSpan[]> {
  const spans: ListingSpan[] = [];
  for (;;) {
    const last = spans.at(-1);
    const after = last ? sql`(${listingSpans.providerId}, ${listingSpans.modelKey}) > (${last.providerId}, ${last.modelKey})` : undefined;
    const next = await db
      .select()
      .from(listingSpans)
      .where(and(standsOn(date), scope === "makers" ? eq(listingSpans.isMakersListing, true) : undefined, after))
      .orderBy(asc(listingSpans.providerId), asc(listingSpans.modelKey))
      .limit(PAGE);
    spans.push(...next);
    if (next.length < PAGE) return spans;
  }
}

export async function countListingsOn(db: Db, date: string): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(listingSpans).where(standsOn(date));
  return row?.count ?? 0;
}

/** What a listing cost over a range, under any of its ids; spans of the first id come first. */
export async function listListingSpans(db: Db, providerId: string, modelIds: readonly string[], range: { from: string; to: string }): Promise<ListingSpan[]> {
  const keys = modelIds.map((id) => id.toLowerCase());
  const spans = await db
    .select()
    .from(listingSpans)
    .where(
      and(eq(listingSpans.providerId, providerId), inArray(listingSpans.modelKey, keys), lte(listingSpans.firstDate, range.to), or(isNull(listingSpans.lastDate), gte(listingSpans.lastDate, range.from))),
    )
    .orderBy(asc(listingSpans.firstDate), asc(listingSpans.modelKey));
  return spans.sort((left, right) => keys.indexOf(left.modelKey) - keys.indexOf(right.modelKey));
}

/** Names of listings that once were: a model that is gone keeps its history. */
export async function listPastListings(db: Db): Promise<ModelName[]> {
  const rows = await rowsOf<{ provider_id: string; model_id: string; name: string; is_makers_listing: boolean }>(
    db,
    sql`select distinct on (provider_id, model_key) provider_id, model_id, name, is_makers_listing from listing_spans p
        where last_date is not null and not exists (select 1 from listing_spans o where o.provider_id = p.provider_id and o.model_key = p.model_key and o.last_date is null)
        order by provider_id, model_key, first_date desc limit 2000`,
  );
  return rows.map((row) => ({ providerId: row.provider_id, modelId: row.model_id, name: row.name, isMakersListing: row.is_makers_listing }));
}
