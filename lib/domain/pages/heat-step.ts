export const HEAT_STEPS = 5;

/** In which of five equal parts of the range from the lowest to the highest a value lies, from 1; null for an unknown value. */
export function heatStep(value: number | null, lowest: number, highest: number): number | null {
  if (value === null) return null;
  if (highest <= lowest) return HEAT_STEPS;
  const share = (value - lowest) / (highest - lowest);
  return Math.min(HEAT_STEPS, Math.max(1, 1 + Math.floor(share * HEAT_STEPS)));
}
