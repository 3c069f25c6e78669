import { deltaPct } from "../basics/arithmetic";
import { blendedPrice } from "../models/model-listing";

export interface PricePoint {
  date: string;
  input: number;
  output: number;
  blended: number;
}

export interface PriceSummary {
  first: PricePoint | null;
  latest: PricePoint | null;
  min_blended: number | null;
  max_blended: number | null;
  delta_pct_blended: number | null;
  changes_detected: number;
  days_with_data: number;
  days_missing: number;
}

export const pricePoint = (date: string, input: number, output: number): PricePoint => ({
  date,
  input,
  output,
  blended: blendedPrice(input, output),
});

/** `points` are oldest first. Changes are counted between neighbouring points, so one across a gap counts once. */
export function summarisePrices(points: readonly PricePoint[], rangeDays: number): PriceSummary {
  const first = points[0] ?? null;
  const latest = points.at(-1) ?? null;
  const blended = points.map((point) => point.blended);
  const changes = points.filter((point, position) => {
    const before = points[position - 1];
    return before !== undefined && (before.input !== point.input || before.output !== point.output);
  });
  return {
    first,
    latest,
    min_blended: first ? Math.min(...blended) : null,
    max_blended: first ? Math.max(...blended) : null,
    delta_pct_blended: deltaPct(first?.blended ?? null, latest?.blended ?? null),
    changes_detected: changes.length,
    days_with_data: points.length,
    days_missing: rangeDays - points.length,
  };
}
