import { deltaPct } from "../basics/arithmetic";
import { blendedOrNull } from "../models/model-listing";
import type { PriceWatchField, PriceWatchSpec } from "./watch-spec";

/** The current price of a listing; null prices are unknown. */
export interface CurrentPrice {
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
  value: number | null;
  match: PriceMatch | null;
}

export function watchedPrice(
  field: PriceWatchField,
  { inputPrice, outputPrice }: Pick<CurrentPrice, "inputPrice" | "outputPrice">,
): number | null {
  if (field === "inputPrice") return inputPrice;
  if (field === "outputPrice") return outputPrice;
  return blendedOrNull(inputPrice, outputPrice);
}

function isMet(spec: PriceWatchSpec, from: number, to: number): boolean {
  if (spec.op === "changes") return from !== to;
  return spec.op === "lt" ? from >= spec.threshold && to < spec.threshold : from <= spec.threshold && to > spec.threshold;
}

/** Compares with the last value that this watch has seen. An unknown price neither fires nor replaces that value. */
export function evaluatePrice(spec: PriceWatchSpec, last: number | null, current: CurrentPrice): PriceEvaluation {
  const { field, op } = spec;
  const to = watchedPrice(field, current);
  if (to === null) return { value: last, match: null };
  if (last === null || !isMet(spec, last, to)) return { value: to, match: null };
  const threshold = spec.op === "changes" ? {} : { threshold: spec.threshold };
  return {
    value: to,
    match: {
      type: "price",
      model: current.name,
      provider: current.providerId,
      field,
      op,
      ...threshold,
      from: last,
      to,
      delta_pct: deltaPct(last, to),
    },
  };
}
