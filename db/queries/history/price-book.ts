import { eq, sql } from "drizzle-orm";
import { firstOf, type Db } from "@/db/client";
import { listingSpans, priceBookFiles } from "@/db/schema/history";
import { integer, orNull, rowsOf, type RowOf } from "@/db/statements";
import { pagesByKey } from "../upsert-rows";
import { SPANS_PAGE } from "./listing-history";
import { dayNumberOf } from "./spans";
import type { BookFormat } from "@/lib/domain/history/price-book/book-row";

const { providerId, modelKey, firstDate, lastDate } = listingSpans;

const CAPTURED = {
  providerId,
  modelKey,
  firstDate,
  firstDay: integer,
  lastDay: orNull(integer),
  modelId: listingSpans.modelId,
  name: listingSpans.name,
  inputPrice: listingSpans.inputPrice,
  outputPrice: listingSpans.outputPrice,
  cachedInputPrice: listingSpans.cachedInputPrice,
  priceConditions: listingSpans.priceConditions,
  priceSource: listingSpans.priceSource,
  verifiedAt: listingSpans.verifiedAt,
};

export type CapturedSpan = RowOf<typeof CAPTURED>;

/** Every listing's captured prices in pages, ordered by listing and day, so that the caller can yield in between. */
export const capturedPricePages = (db: Db): AsyncGenerator<CapturedSpan[]> =>
  pagesByKey(
    [providerId, modelKey, firstDate],
    (last: CapturedSpan) => [last.providerId, last.modelKey, last.firstDate],
    SPANS_PAGE,
    (isAfter) =>
      rowsOf(
        db,
        CAPTURED,
        sql`
    select provider_id as "providerId", model_key as "modelKey", first_date::text as "firstDate", ${dayNumberOf(firstDate)} as "firstDay", ${dayNumberOf(lastDate)} as "lastDay",
      model_id as "modelId", name, input_price as "inputPrice", output_price as "outputPrice", cached_input_price as "cachedInputPrice",
      price_conditions as "priceConditions", price_source as "priceSource", verified_at as "verifiedAt"
    from listing_spans where ${isAfter ?? true} order by provider_id, model_key, first_date limit ${SPANS_PAGE}`,
      ),
  );

export type PriceBookFile = typeof priceBookFiles.$inferSelect;

export const findPriceBookFile = async (db: Db, format: BookFormat): Promise<PriceBookFile | null> =>
  db.select().from(priceBookFiles).where(eq(priceBookFiles.format, format)).then(firstOf);

/** From what each stored file was made. */
export const listPriceBookOrigins = async (db: Db): Promise<Pick<PriceBookFile, "format" | "madeFrom">[]> =>
  db.select({ format: priceBookFiles.format, madeFrom: priceBookFiles.madeFrom }).from(priceBookFiles);

export async function savePriceBookFile(tx: Db, file: PriceBookFile): Promise<void> {
  await tx.insert(priceBookFiles).values(file).onConflictDoUpdate({ target: priceBookFiles.format, set: file });
}
