/** How often each label occurs, most frequent first, ties by name. */
export function countBy(labels: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map([...counts].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b, "en")));
}
