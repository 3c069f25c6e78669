import { toPostings } from "./postings";
import type { TermPostings } from "./match-segment";

/** Postings of one key: a lexeme, a pair of neighbouring lexemes, or a mark. */
export interface KeyPostings extends TermPostings {
  key: string;
}

/** A lexeme must reach both bounds to get postings; the index answers for all others. */
const MIN_ARTICLES = 4;
const MIN_SHARE = 1 / 200;

/** A lexeme in the text form of a tsvector, quoted, with its positions: `'model':2A,14B`. Marks have no positions. */
const LEXEME = /('(?:[^'\\]|''|\\.)*')(?::([\d,AB]+))?/g;

/** Marks of source, category and provider get postings however few articles carry them. */
const KEPT_MARK = /^[scp]=/;

const unquote = (quoted: string): string => quoted.slice(1, -1).replaceAll("''", "'").replaceAll("\\\\", "\\");

/** The text form that `phraseto_tsquery` gives two neighbouring words; a single word is written quoted. */
const pairKey = (one: string, other: string): string => `${one} <-> ${other}`;

/** Flat pairs for one article: the word's number, then 2 × its position, plus 1 when it is in the title. */
type Occurrences = number[];

export interface SegmentBuilder {
  /** A word's number is its index here: the order of first occurrence. */
  words: string[];
  numberOf: Map<string, number>;
  documentFrequencies: number[];
  articles: Occurrences[];
  marks: Map<string, number[]>;
}

export const newSegmentBuilder = (): SegmentBuilder => ({
  words: [],
  numberOf: new Map(),
  documentFrequencies: [],
  articles: [],
  marks: new Map(),
});

function numberOf(builder: SegmentBuilder, word: string): number {
  const existing = builder.numberOf.get(word);
  if (existing !== undefined) return existing;
  builder.numberOf.set(word, builder.words.length);
  builder.documentFrequencies.push(0);
  return builder.words.push(word) - 1;
}

function addMark({ marks, articles }: SegmentBuilder, mark: string): void {
  if (!KEPT_MARK.test(mark)) return;
  const ordinals = marks.get(mark) ?? [];
  ordinals.push(articles.length);
  marks.set(mark, ordinals);
}

export function addArticle(builder: SegmentBuilder, tsvector: string): void {
  const occurrences: Occurrences = [];
  for (const [, quoted = "", positions] of tsvector.matchAll(LEXEME)) {
    if (positions === undefined) {
      addMark(builder, unquote(quoted));
      continue;
    }
    const word = numberOf(builder, quoted);
    builder.documentFrequencies[word] = (builder.documentFrequencies[word] ?? 0) + 1;
    for (const position of positions.split(",")) occurrences.push(word, Number.parseInt(position, 10) * 2 + Number(position.endsWith("A")));
  }
  builder.articles.push(occurrences);
}

interface FieldOrdinals {
  titles: number[];
  snippets: number[];
}

function addPosting(byKey: Map<string, FieldOrdinals>, key: string, ordinal: number, isTitle: boolean): void {
  let fields = byKey.get(key);
  if (!fields) byKey.set(key, (fields = { titles: [], snippets: [] }));
  const ordinals = isTitle ? fields.titles : fields.snippets;
  if (ordinals.at(-1) !== ordinal) ordinals.push(ordinal);
}

/** Only frequent words and pairs get postings: a word without any may still occur in a few articles, a mark without any in none. */
export function finishSegment({ words, documentFrequencies, articles, marks }: SegmentBuilder): KeyPostings[] {
  const least = Math.max(MIN_ARTICLES, articles.length * MIN_SHARE);
  const byKey = new Map<string, FieldOrdinals>();
  for (const [ordinal, occurrences] of articles.entries()) {
    const wordsAt = new Map<number, string[]>();
    for (let index = 0; index < occurrences.length; index += 2) {
      const [number = 0, at = 0] = [occurrences[index], occurrences[index + 1]];
      const word = words[number] ?? "";
      if ((documentFrequencies[number] ?? 0) < least) continue;
      const there = wordsAt.get(at);
      if (there) there.push(word);
      else wordsAt.set(at, [word]);
      addPosting(byKey, word, ordinal, at % 2 === 1);
    }
    for (const [at, neighbours] of wordsAt) {
      for (const next of wordsAt.get(at + 2) ?? []) {
        for (const word of neighbours) addPosting(byKey, pairKey(word, next), ordinal, at % 2 === 1);
      }
    }
  }
  const frequent = [...byKey].filter(([, { titles, snippets }]) => titles.length + snippets.length >= least);
  return [...frequent, ...[...marks].map(([mark, titles]): [string, FieldOrdinals] => [mark, { titles, snippets: [] }])].map(
    ([key, { titles, snippets }]) => ({ key, titles: toPostings(titles), snippets: toPostings(snippets) }),
  );
}
