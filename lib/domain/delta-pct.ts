import { roundTo } from "./round-to";

/** Change in percent of the first value, four decimals; null from 0 or from what is not known. */
export function deltaPct(from: number | null, to: number | null): number | null {
  if (from === null || to === null || from === 0) return null;
  return roundTo(((to - from) / from) * 100, 4);
}
