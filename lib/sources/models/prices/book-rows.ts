import { datedReadings, statedPrices } from "@/lib/catalogs/dated-prices";
import { priceSources } from "@/lib/catalogs/price-sources";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { listingRows } from "@/lib/domain/history/price-book/listing-rows";
import { capturedStates, firstCaptureOf, type CapturedPrices, type CaptureTimes } from "@/lib/domain/history/price-book/price-state";
import { publishedStates } from "@/lib/domain/history/price-book/published-states";
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

const urlOf = new Map(priceSources.map(({ key, url }) => [key, url]));

function toCaptured({ priceSource, verifiedAt, ...span }: BookSpan): CapturedPrices {
  return {
    ...span,
    source: priceSource,
    sourceUrl: urlOf.get(priceSource ?? "") ?? null,
    verifiedAt: verifiedAt === null ? null : Date.parse(verifiedAt),
  };
}

export interface ListingName {
  provider: string;
  model: string;
}

/** The rows of one listing, from its captures and from what public lists said before them. */
export function bookRowsOf(name: ListingName, spans: readonly BookSpan[], captures: CaptureTimes): BookRow[] {
  const key = `${name.provider}/${name.model.toLowerCase()}`;
  const captured = spans.map(toCaptured);
  const before = publishedStates(statedPrices.get(key) ?? [], datedReadings.get(key) ?? [], firstCaptureOf(captured, captures));
  return listingRows(name, [...before, ...capturedStates(captured, captures)], captures);
}
