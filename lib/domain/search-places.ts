import { difference, everyPlace, intersection, union, type PlaceSet } from "./place-sets";
import type { SearchItem, SearchQuery } from "./search-query";

/** What is asked of the articles of a week. */
export interface PlacesAsked {
  query: SearchQuery | null;
  /** Each list of marks must be met by one of them at least. */
  marks: readonly (readonly string[])[];
  /** None of these. */
  excludedMarks: readonly string[];
}

export interface PlacesOfWords {
  titles: PlaceSet;
  snippets: PlaceSet;
}

/** What is known of a week: words without sets may still stand in a few of its articles. */
export interface WeekSets {
  articles: number;
  words: ReadonlyMap<string, PlacesOfWords>;
  marks: ReadonlyMap<string, PlaceSet>;
}

/** Each once, excluded ones too. */
export const wordsOf = (query: SearchQuery | null): string[] => [...new Set((query?.groups ?? []).flat().map(({ words }) => words))];

const unionOf = (sets: readonly PlaceSet[]): PlaceSet => sets.reduce(union, new Uint8Array());

/** Which articles of a week match; null where the sets do not tell. */
export function placesMatching({ query, marks, excludedMarks }: PlacesAsked, week: WeekSets): PlaceSet | null {
  if (wordsOf(query).some((words) => !week.words.has(words))) return null;
  const holding = (words: string): PlaceSet => union(week.words.get(words)?.titles ?? new Uint8Array(), week.words.get(words)?.snippets ?? new Uint8Array());
  const marked = (list: readonly string[]): PlaceSet => unionOf(list.flatMap((mark) => week.marks.get(mark) ?? []));
  const meeting = (items: readonly SearchItem[]): PlaceSet =>
    items.toSorted((a, b) => Number(a.isExcluded) - Number(b.isExcluded)).reduce((found, { words, isExcluded }) => (isExcluded ? difference : intersection)(found, holding(words)), everyPlace(week.articles));
  let found = query ? unionOf(query.groups.map(meeting)) : everyPlace(week.articles);
  // `a or -b` holds for articles without any term, which are not looked for.
  if (query?.hasAlternatives && query.hasExclusions) found = intersection(found, unionOf(query.terms.map(holding)));
  for (const list of marks) found = intersection(found, marked(list));
  return difference(found, marked(excludedMarks));
}
