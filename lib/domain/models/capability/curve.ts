import type { Three } from "./three-unknowns";

/** What a benchmark asks: 0 to 1 by ability, or a plain line for an index that is itself an ability. */
export interface Curve {
  /** The logarithm of the slope, so that a slope is never negative. */
  logSlope: number;
  difficulty: number;
  /** The share that the ablest reach. */
  ceiling: number;
  /** The share that guessing reaches. */
  floor: number;
  isLine: boolean;
}

export interface Point {
  value: number;
  /** Change of the value with the ability. */
  byAbility: number;
  /** Change of the value with the logarithm of the slope, the difficulty and the ceiling. */
  byCurve: Three;
}

/** The value that a curve gives an ability, and how it changes. */
export function pointOn({ logSlope, difficulty, ceiling, floor, isLine }: Curve, ability: number): Point {
  const slope = Math.exp(logSlope);
  const distance = ability - difficulty;
  if (isLine) return { value: slope * distance, byAbility: slope, byCurve: [slope * distance, -slope, 0] };
  const share = 1 / (1 + Math.exp(-slope * distance));
  const rise = (ceiling - floor) * share * (1 - share);
  return {
    value: floor + (ceiling - floor) * share,
    byAbility: rise * slope,
    byCurve: [rise * slope * distance, -rise * slope, share],
  };
}
