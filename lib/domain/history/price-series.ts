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
  minBlended: number | null;
  maxBlended: number | null;
  deltaPctBlended: number | null;
  changesDetected: number;
  daysWithData: number;
  daysMissing: number;
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
    minBlended: first ? Math.min(...blended) : null,
    maxBlended: first ? Math.max(...blended) : null,
    deltaPctBlended: deltaPct(first?.blended ?? null, latest?.blended ?? null),
    changesDetected: changes.length,
    daysWithData: points.length,
    daysMissing: rangeDays - points.length,
  };
}
