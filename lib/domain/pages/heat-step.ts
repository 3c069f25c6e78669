export const HEAT_STEPS = 5;

/** Which fifth of all values one belongs to, from 1 for the lowest; equal values belong to the same. Null for an unknown value. */
export function heatStep(value: number | null, all: readonly number[]): number | null {
  if (value === null || all.length === 0) return null;
  const lower = all.filter((other) => other < value).length;
  return Math.min(HEAT_STEPS, 1 + Math.floor((lower / all.length) * HEAT_STEPS));
}
