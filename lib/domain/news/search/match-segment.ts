import { difference, allPostings, intersection, NO_POSTINGS, union, type Postings } from "./postings";
import type { SearchItem, SearchQuery } from "./search-query";

export interface SegmentQuery {
  query: SearchQuery | null;
  marks: readonly (readonly string[])[];
  excludedMarks: readonly string[];
}

export interface TermPostings {
  titles: Postings;
  snippets: Postings;
}

/** A term without postings is rare, not absent: a few articles may still hold it. */
export interface SegmentPostings {
  articles: number;
  words: ReadonlyMap<string, TermPostings>;
  marks: ReadonlyMap<string, Postings>;
}

export const allTermsOf = (query: SearchQuery | null): string[] => [...new Set((query?.groups ?? []).flat().map(({ term }) => term))];

const unionOf = (sets: readonly Postings[]): Postings => sets.reduce(union, NO_POSTINGS);

const termsWhere = (group: readonly SearchItem[], isExcluded: boolean): string[] =>
  group.filter((item) => item.isExcluded === isExcluded).map(({ term }) => term);

/** Answers which articles of a segment match; null where the segment lacks the postings of a term. */
export function segmentMatcher({ query, marks, excludedMarks }: SegmentQuery): (segment: SegmentPostings) => Postings | null {
  const terms = allTermsOf(query);
  const groups = query?.groups.map((group) => ({ needed: termsWhere(group, false), excluded: termsWhere(group, true) })) ?? [
    { needed: [], excluded: [] },
  ];
  // `a or -b` also matches articles without any term; those are not searched for.
  const anyOf = query?.hasAlternatives && query.hasExclusions ? query.terms : null;
  return (segment) => {
    const byTerm = new Map<string, Postings>();
    for (const term of terms) {
      const fields = segment.words.get(term);
      if (!fields) return null;
      byTerm.set(term, union(fields.titles, fields.snippets));
    }
    const articlesWith = (term: string): Postings => byTerm.get(term) ?? NO_POSTINGS;
    const articlesMarked = (list: readonly string[]): Postings => unionOf(list.flatMap((mark) => segment.marks.get(mark) ?? []));
    const articlesMatching = ({ needed: [first, ...rest], excluded }: (typeof groups)[number]): Postings =>
      excluded
        .map(articlesWith)
        .reduce(
          difference,
          rest.map(articlesWith).reduce(intersection, first === undefined ? allPostings(segment.articles) : articlesWith(first)),
        );
    const matching = [...marks.map(articlesMarked), ...(anyOf ? [unionOf(anyOf.map(articlesWith))] : [])].reduce(
      intersection,
      unionOf(groups.map(articlesMatching)),
    );
    return excludedMarks.length > 0 ? difference(matching, articlesMarked(excludedMarks)) : matching;
  };
}
