/** Entries by key, in the order in which they come. */
export function groupBy<Entry, Key>(entries: Iterable<Entry>, keyOf: (entry: Entry) => Key): Map<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

export type Index<Entry> = ReadonlyMap<string, readonly Entry[]>;

/** Entries by each of their keys; an empty key finds nothing. */
export function indexBy<Entry>(entries: readonly Entry[], keysOf: (entry: Entry) => readonly string[]): Index<Entry> {
  const pairs = entries.flatMap((entry) => [...new Set(keysOf(entry))].filter((key) => key !== "").map((key) => ({ key, entry })));
  return new Map([...groupBy(pairs, ({ key }) => key)].map(([key, found]) => [key, found.map(({ entry }) => entry)]));
}
