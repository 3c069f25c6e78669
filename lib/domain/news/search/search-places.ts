import { difference, everyPlace, intersection, NO_PLACES, union, type PlaceSet } from "./place-sets";
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

const unionOf = (sets: readonly PlaceSet[]): PlaceSet => sets.reduce(union, NO_PLACES);

const wordsWhere = (group: readonly SearchItem[], isExcluded: boolean): string[] =>
  group.filter((item) => item.isExcluded === isExcluded).map(({ words }) => words);

/** Tells which articles of a week match; null where its sets do not tell. */
export function matcherOf({ query, marks, excludedMarks }: PlacesAsked): (week: WeekSets) => PlaceSet | null {
  const words = wordsOf(query);
  const groups = query?.groups.map((group) => ({ needed: wordsWhere(group, false), excluded: wordsWhere(group, true) })) ?? [
    { needed: [], excluded: [] },
  ];
  // `a or -b` holds for articles without any term, which are not looked for.
  const anyOf = query?.hasAlternatives && query.hasExclusions ? query.terms : null;
  return (week) => {
    const held = new Map<string, PlaceSet>();
    for (const one of words) {
      const places = week.words.get(one);
      if (!places) return null;
      held.set(one, union(places.titles, places.snippets));
    }
    const holding = (one: string): PlaceSet => held.get(one) ?? NO_PLACES;
    const marked = (list: readonly string[]): PlaceSet => unionOf(list.flatMap((mark) => week.marks.get(mark) ?? []));
    const meeting = ({ needed: [first, ...rest], excluded }: (typeof groups)[number]): PlaceSet =>
      excluded
        .map(holding)
        .reduce(difference, rest.map(holding).reduce(intersection, first === undefined ? everyPlace(week.articles) : holding(first)));
    const found = [...marks.map(marked), ...(anyOf ? [unionOf(anyOf.map(holding))] : [])].reduce(
      intersection,
      unionOf(groups.map(meeting)),
    );
    return excludedMarks.length > 0 ? difference(found, marked(excludedMarks)) : found;
  };
}
