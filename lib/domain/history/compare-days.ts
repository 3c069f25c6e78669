export interface DayPairs<Entry> {
  added: Entry[];
  removed: Entry[];
  both: { before: Entry; after: Entry }[];
}

/** Pairs the entries of two days by key; keys are unique within a day. */
export function pairDays<Entry>(before: readonly Entry[], after: readonly Entry[], keyOf: (entry: Entry) => string): DayPairs<Entry> {
  const unpaired = new Map<string, Entry>();
  for (const entry of before) unpaired.set(keyOf(entry), entry);
  const pairs: DayPairs<Entry> = { added: [], removed: [], both: [] };
  for (const entry of after) {
    const key = keyOf(entry);
    const previous = unpaired.get(key);
    if (previous === undefined) pairs.added.push(entry);
    else pairs.both.push({ before: previous, after: entry });
    unpaired.delete(key);
  }
  pairs.removed.push(...unpaired.values());
  return pairs;
}
