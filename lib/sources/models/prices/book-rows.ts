import { datedReadings, statedPrices } from "@/lib/catalogs/dated-prices";
import { priceSourceUrl } from "@/lib/catalogs/price-sources";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { listingRows } from "@/lib/domain/history/price-book/listing-rows";
import { capturedStates, firstCaptureOf, type CapturedPrices, type CaptureTimes } from "@/lib/domain/history/price-book/price-state";
import { publishedStates } from "@/lib/domain/history/price-book/published-states";
import { listingKey } from "@/lib/domain/models/model-listing";
import type { PriceCondition } from "@/lib/domain/models/prices/price-condition";

/** A listing's captured prices as the database has them. */
export interface BookSpan {
  providerId: string;
  modelId: string;
  name: string;
  firstDay: number;
  lastDay: number | null;
  inputPrice: number | null;
  outputPrice: number | null;
  cachedInputPrice: number | null;
  priceConditions: readonly PriceCondition[];
  priceSource: string | null;
  verifiedAt: string | null;
}

const toCaptured = (span: BookSpan): CapturedPrices => ({
  firstDay: span.firstDay,
  lastDay: span.lastDay,
  inputPrice: span.inputPrice,
  outputPrice: span.outputPrice,
  cachedInputPrice: span.cachedInputPrice,
  priceConditions: span.priceConditions,
  source: span.priceSource,
  sourceUrl: priceSourceUrl(span.priceSource),
  verifiedAt: span.verifiedAt === null ? null : Date.parse(span.verifiedAt),
});

export interface ListingName {
  provider: string;
  model: string;
}

/** The rows of one listing, from its captures and from what public lists said before them. */
export function bookRowsOf(name: ListingName, spans: readonly BookSpan[], captures: CaptureTimes): BookRow[] {
  const key = listingKey({ providerId: name.provider, modelId: name.model });
  const captured = spans.map(toCaptured);
  const before = publishedStates(statedPrices.get(key) ?? [], datedReadings.get(key) ?? [], firstCaptureOf(captured, captures));
  return listingRows(name, [...before, ...capturedStates(captured, captures)], captures);
}
