import type { StatedCondition } from "../../models/prices/price-condition";

/** What is charged for. A price that only some hours, tiers or lengths of prompt have is the same kind on a condition. */
export const BOOK_KINDS = [
  "input",
  "output",
  "cache_read",
  "cache_write_5m",
  "cache_write_1h",
  "thinking_output",
  "audio_input",
  "image_input",
  "web_search",
  "request",
] as const;
export type BookKind = (typeof BOOK_KINDS)[number];

/** Pieces are searches, requests or images. */
export const BOOK_UNITS = ["1M tokens", "1K pieces"] as const;
export type BookUnit = (typeof BOOK_UNITS)[number];

/**
 * Confidence in a row's days, the surest first. `captured`: read here, day after day. `published`: a source states the
 * days, or had the price on them. `inferred`: the readings before and after agree.
 */
export const CONFIDENCES = ["captured", "published", "inferred"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The least sure of several prices'; null for none. */
export const weakestOf = (confidences: readonly Confidence[]): Confidence | null =>
  CONFIDENCES.findLast((confidence) => confidences.includes(confidence)) ?? null;

/** The row whose days are least sure, which speaks for all; undefined for none. */
export function leastSure(rows: readonly BookRow[]): BookRow | undefined {
  const weakest = weakestOf(rows.map(({ confidence }) => confidence));
  return rows.find(({ confidence }) => confidence === weakest);
}

/** Formats in which the whole book is served; `llm-prices` is the shape of simonw/llm-prices. */
export const BOOK_FORMATS = ["json", "jsonl", "csv", "parquet", "llm-prices"] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/** When a row's price holds, spelled as a listing's conditions. Its band has no days: they are the row's. */
export type BookCondition = Pick<StatedCondition, "kind" | "above" | "band" | "value">;

/** A price of a listing between two moments. Rows of one listing, kind and condition never overlap. */
export interface BookRow {
  provider: string;
  model: string;
  kind: BookKind;
  /** Null for the listing's price itself. */
  condition: BookCondition | null;
  unit: BookUnit;
  price_usd: number;
  effective_from: string;
  /** The first moment at which it no longer holds; null while it does. */
  effective_to: string | null;
  /** The last reading that had this price. */
  last_validated_at: string;
  source: string;
  source_url: string | null;
  confidence: Confidence;
}
