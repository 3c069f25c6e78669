import { ROUTING_PARTS, type RoutingPart } from "./routing-parts";

export type RoutingWeights = Record<RoutingPart, number>;

export const DEFAULT_WEIGHTS: RoutingWeights = { quality: 0.4, availability: 0.3, cost: 0.2, latency: 0.1 };

export type WeightFault = { weight: RoutingPart; fault: "not_a_weight" } | { fault: "all_zero" };

/** The caller's weights over the defaults, normalized to sum to 1 as soon as any is requested. */
export function routingWeights(requested: { [Part in RoutingPart]?: number | undefined }): RoutingWeights | WeightFault {
  if (ROUTING_PARTS.every((part) => requested[part] === undefined)) return DEFAULT_WEIGHTS;
  const weights = { ...DEFAULT_WEIGHTS };
  for (const part of ROUTING_PARTS) {
    const weight = requested[part] ?? DEFAULT_WEIGHTS[part];
    if (!Number.isFinite(weight) || weight < 0) return { weight: part, fault: "not_a_weight" };
    weights[part] = weight;
  }
  const largest = Math.max(...ROUTING_PARTS.map((part) => weights[part]));
  if (largest === 0) return { fault: "all_zero" };
  // Divided by the largest first: the sum of huge weights would overflow.
  const sum = ROUTING_PARTS.reduce((total, part) => total + weights[part] / largest, 0);
  for (const part of ROUTING_PARTS) weights[part] = weights[part] / largest / sum;
  return weights;
}

/** Far finer than any choice, and exact enough that the sum of four such weights is 1. */
const DECIMALS = 4;
const SUM_TOLERANCE = 0.0005;

export const sumOfWeights = (weights: RoutingWeights): number => ROUTING_PARTS.reduce((total, part) => total + weights[part], 0);

export const sumsToOne = (weights: RoutingWeights): boolean => Math.abs(sumOfWeights(weights) - 1) < SUM_TOLERANCE;

/** Rounds a weight for a form. */
export const writtenWeight = (weight: number): number => Number(weight.toFixed(DECIMALS));
