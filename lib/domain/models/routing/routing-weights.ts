export interface RoutingWeights {
  quality: number;
  availability: number;
  cost: number;
  latency: number;
}

export const DEFAULT_WEIGHTS: RoutingWeights = { quality: 0.4, availability: 0.3, cost: 0.2, latency: 0.1 };

export type WeightFault = { weight: keyof RoutingWeights; fault: "not_a_weight" } | { fault: "all_zero" };

const NAMES = Object.keys(DEFAULT_WEIGHTS) as (keyof RoutingWeights)[];

/** The caller's weights over the defaults, normalized to sum to 1 as soon as any is requested. */
export function routingWeights(requested: { [Name in keyof RoutingWeights]?: number | undefined }): RoutingWeights | WeightFault {
  if (NAMES.every((name) => requested[name] === undefined)) return DEFAULT_WEIGHTS;
  const weights = { ...DEFAULT_WEIGHTS };
  for (const name of NAMES) {
    const weight = requested[name] ?? DEFAULT_WEIGHTS[name];
    if (!Number.isFinite(weight) || weight < 0) return { weight: name, fault: "not_a_weight" };
    weights[name] = weight;
  }
  const largest = Math.max(...NAMES.map((name) => weights[name]));
  if (largest === 0) return { fault: "all_zero" };
  // Divided by the largest first: the sum of huge weights would overflow.
  const sum = NAMES.reduce((total, name) => total + weights[name] / largest, 0);
  for (const name of NAMES) weights[name] = weights[name] / largest / sum;
  return weights;
}

/** Far finer than any choice, and exact enough that the sum of four such weights is 1. */
const DECIMALS = 4;
const SUM_TOLERANCE = 0.0005;

export const sumOfWeights = (weights: RoutingWeights): number => NAMES.reduce((total, name) => total + weights[name], 0);

export const sumsToOne = (weights: RoutingWeights): boolean => Math.abs(sumOfWeights(weights) - 1) < SUM_TOLERANCE;

/** As a form shows them. */
export const writtenWeight = (weight: number): number => Number(weight.toFixed(DECIMALS));
