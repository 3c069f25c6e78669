import type { matchSorter } from "match-sorter";

const LEAST_LETTERS = 3;

/** What matches the text; where nothing does, what matches its beginning, as long as that may be. The search is handed over: it is loaded only when needed. */
export function closestEntries<Entry>(
  search: typeof matchSorter,
  entries: readonly Entry[],
  text: string,
  keys: readonly (keyof Entry & string)[],
): Entry[] {
  for (let length = text.length; length >= LEAST_LETTERS; length--) {
    const found = search(entries, text.slice(0, length), { keys });
    if (found.length > 0) return found;
  }
  return [];
}
