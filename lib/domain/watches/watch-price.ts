import { deltaPct } from "../basics/arithmetic";
import { blendedOrNull } from "../models/model-listing";
import type { PriceWatchField, PriceWatchSpec } from "./watch-spec";

/** A listing as it stands now; unknown prices are null. */
export interface PriceSeen {
  providerId: string;
  name: string;
  inputPrice: number | null;
  outputPrice: number | null;
}

export interface PriceMatch {
  type: "price";
  model: string;
  provider: string;
  field: PriceWatchField;
  op: PriceWatchSpec["op"];
  threshold?: number;
  from: number;
  to: number;
  delta_pct: number | null;
}

export interface PriceEvaluation {
  /** What the next evaluation compares with. */
  value: number | null;
  match: PriceMatch | null;
}

export function watchedPrice(
  field: PriceWatchField,
  { inputPrice, outputPrice }: Pick<PriceSeen, "inputPrice" | "outputPrice">,
): number | null {
  if (field === "inputPrice") return inputPrice;
  if (field === "outputPrice") return outputPrice;
  return blendedOrNull(inputPrice, outputPrice);
}

function isMet(spec: PriceWatchSpec, from: number, to: number): boolean {
  if (spec.op === "changes") return from !== to;
  return spec.op === "lt" ? from >= spec.threshold && to < spec.threshold : from <= spec.threshold && to > spec.threshold;
}

/** Compares with the last value that this watch has seen. An unknown price fires nothing and is not remembered. */
export function evaluatePrice(spec: PriceWatchSpec, last: number | null, seen: PriceSeen): PriceEvaluation {
  const { field, op } = spec;
  const to = watchedPrice(field, seen);
  if (to === null) return { value: last, match: null };
  if (last === null || !isMet(spec, last, to)) return { value: to, match: null };
  const threshold = spec.op === "changes" ? {} : { threshold: spec.threshold };
  return {
    value: to,
    match: {
      type: "price",
      model: seen.name,
      provider: seen.providerId,
      field,
      op,
      ...threshold,
      from: last,
      to,
      delta_pct: deltaPct(last, to),
    },
  };
}
