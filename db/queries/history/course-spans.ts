import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { listingSpans } from "@/db/schema/history";
import { integer, orNull, rowsOf, text, type RowOf } from "@/db/statements";
import type { CourseSpan } from "@/lib/domain/history/courses/price-course";
import { keysOf } from "../models/models";
import { pagesByKey } from "../upsert-rows";
import { SPANS_PAGE } from "./listing-history";
import { dayNumberOf } from "./spans";

const { providerId, modelKey, firstDate, lastDate, modelId, name, isMakersListing, inputPrice, outputPrice, priceSource } = listingSpans;

const SPAN = {
  providerId,
  modelKey,
  firstDate,
  modelId,
  name,
  isMakersListing,
  inputPrice,
  outputPrice,
  priceSource,
  firstDay: integer,
  lastDay: orNull(integer),
};

type Spans = [CourseSpan, ...CourseSpan[]];

/** The spans of each listing that there ever was, the oldest first. Read in pages, so that the caller yields in between. */
export async function* spansByListing(db: Db): AsyncGenerator<Spans> {
  const pages = pagesByKey(
    [providerId, modelKey, firstDate],
    (last: RowOf<typeof SPAN>) => [last.providerId, last.modelKey, last.firstDate],
    SPANS_PAGE,
    (isAfter) =>
      rowsOf(
        db,
        SPAN,
        sql`
    select provider_id as "providerId", model_key as "modelKey", first_date::text as "firstDate", model_id as "modelId", name,
      is_makers_listing as "isMakersListing", input_price as "inputPrice", output_price as "outputPrice", price_source as "priceSource",
      ${dayNumberOf(firstDate)} as "firstDay", ${dayNumberOf(lastDate)} as "lastDay"
    from listing_spans where ${isAfter ?? true} order by provider_id, model_key, first_date limit ${SPANS_PAGE}`,
      ),
  );
  let spans: (CourseSpan & { modelKey: string })[] = [];
  for await (const rows of pages) {
    for (const row of rows) {
      const [first] = spans;
      if (first && (first.providerId !== row.providerId || first.modelKey !== row.modelKey)) {
        yield spans as unknown as Spans;
        spans = [];
      }
      spans.push(row);
    }
  }
  if (spans.length > 0) yield spans as unknown as Spans;
}

/** The first captured day of each of these listings, by `provider/id` in lower case. */
export async function listFirstDays(db: Db, names: readonly { providerId: string; modelId: string }[]): Promise<Map<string, number>> {
  const FIRST = { key: text, firstDay: integer };
  const rows = await rowsOf(
    db,
    FIRST,
    sql`
    select provider_id || '/' || model_key as key, min(${dayNumberOf(firstDate)}) as "firstDay" from listing_spans
    where (provider_id, model_key) in ${keysOf(names)} group by provider_id, model_key`,
  );
  return new Map(rows.map(({ key, firstDay }) => [key, firstDay]));
}
