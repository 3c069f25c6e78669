/** Counts by label, highest first, ties by name. */
export function countBy(labels: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map([...counts].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b, "en")));
}

/** Change in percent of `from`, four decimals; null when `from` is 0 or either value is unknown. */
export function deltaPct(from: number | null, to: number | null): number | null {
  if (from === null || to === null || from === 0) return null;
  return roundTo(((to - from) / from) * 100, 4);
}

/** Rounds half away from zero. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor || 0;
}
