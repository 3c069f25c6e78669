export interface DayPairs<Entry> {
  added: Entry[];
  removed: Entry[];
  /** On both days, in the order of the second. */
  both: { before: Entry; after: Entry }[];
}

/** What two days have in common, by key; each key stands once on a day. */
export function pairDays<Entry>(before: readonly Entry[], after: readonly Entry[], keyOf: (entry: Entry) => string): DayPairs<Entry> {
  const earlier = new Map<string, Entry>();
  for (const entry of before) earlier.set(keyOf(entry), entry);
  const pairs: DayPairs<Entry> = { added: [], removed: [], both: [] };
  for (const entry of after) {
    const key = keyOf(entry);
    const was = earlier.get(key);
    if (was === undefined) pairs.added.push(entry);
    else pairs.both.push({ before: was, after: entry });
    earlier.delete(key);
  }
  pairs.removed.push(...earlier.values());
  return pairs;
}
