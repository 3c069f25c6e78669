import { shareWithin, type Span } from "@/lib/domain/models/model-questions";

/** The bar under a cell's figure, from the left to this share, 0 to 1. Null draws none. */
export const barOf = (share: number | null): Readonly<Record<"--at", string>> | undefined =>
  share === null ? undefined : { "--at": share.toFixed(2) };

/** Place of a value between two ends by its logarithm, 0 to 1. What is not above 0 has none. */
export function logShare(value: number | null, low: number, high: number): number | null {
  if (value === null || value <= 0) return null;
  return high > low ? Math.min(1, Math.max(0, Math.log(value / low) / Math.log(high / low))) : 1;
}

/** A mark in the interval around it, both between the ends of the column. */
export const intervalBar = (value: number, { low, high }: Span, ends: Span) => ({
  "--at": shareWithin(value, ends).toFixed(2),
  "--low": shareWithin(low, ends).toFixed(2),
  "--high": shareWithin(high, ends).toFixed(2),
});
