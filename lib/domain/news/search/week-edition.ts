import { placeSet } from "./place-sets";
import type { PlacesOfWords } from "./search-places";

/** Where among the articles of a week, in their order, a key stands. */
export interface KeyPlaces extends PlacesOfWords {
  key: string;
}

/** Words that fewer articles of a week hold are left to the index. */
const MIN_ARTICLES = 4;
const MIN_SHARE = 1 / 200;

/** A lexeme of a tsvector as text, quoted, and where it stands: `'model':2A,14B`. Marks stand nowhere. */
const LEXEME = /('(?:[^'\\]|''|\\.)*')(?::([\d,AB]+))?/g;

/** Of source, category and provider; each is kept, however few have it. */
const KEPT_MARK = /^[scp]=/;

const unquoted = (quoted: string): string => quoted.slice(1, -1).replaceAll("''", "'").replaceAll("\\\\", "\\");

/** As `phraseto_tsquery` writes two words side by side; one word is written quoted. */
const pairKey = (one: string, other: string): string => `${one} <-> ${other}`;

/** Of one article, two numbers for each time a word stands in it: the word's, and twice its position, one more in the title. */
type Occurrences = number[];

/** The articles of a week as they are read, in order. */
export interface EditionDraft {
  /** Words by their number, the order they were first met in. */
  words: string[];
  numberOf: Map<string, number>;
  /** How many articles hold each. */
  holders: number[];
  articles: Occurrences[];
  marks: Map<string, number[]>;
}

export const newDraft = (): EditionDraft => ({ words: [], numberOf: new Map(), holders: [], articles: [], marks: new Map() });

function numberOf(draft: EditionDraft, word: string): number {
  const known = draft.numberOf.get(word);
  if (known !== undefined) return known;
  draft.numberOf.set(word, draft.words.length);
  draft.holders.push(0);
  return draft.words.push(word) - 1;
}

function noteMark({ marks, articles }: EditionDraft, mark: string): void {
  if (!KEPT_MARK.test(mark)) return;
  const places = marks.get(mark) ?? [];
  places.push(articles.length);
  marks.set(mark, places);
}

/** The next article of the week, given by its tsvector as text. */
export function addArticle(draft: EditionDraft, text: string): void {
  const occurrences: Occurrences = [];
  for (const [, quoted = "", positions] of text.matchAll(LEXEME)) {
    if (positions === undefined) {
      noteMark(draft, unquoted(quoted));
      continue;
    }
    const word = numberOf(draft, quoted);
    draft.holders[word] = (draft.holders[word] ?? 0) + 1;
    for (const position of positions.split(",")) occurrences.push(word, Number.parseInt(position, 10) * 2 + Number(position.endsWith("A")));
  }
  draft.articles.push(occurrences);
}

interface Places {
  titles: number[];
  snippets: number[];
}

function noteAt(places: Map<string, Places>, key: string, place: number, isTitle: boolean): void {
  let known = places.get(key);
  if (!known) places.set(key, (known = { titles: [], snippets: [] }));
  const list = isTitle ? known.titles : known.snippets;
  if (list.at(-1) !== place) list.push(place);
}

/**
 * Sets of places for all words, pairs of neighbouring words and marks that are frequent among the articles. A word
 * without sets may still be held by a few; a mark without them is held by none.
 */
export function finishEdition({ words, holders, articles, marks }: EditionDraft): KeyPlaces[] {
  const least = Math.max(MIN_ARTICLES, articles.length * MIN_SHARE);
  const places = new Map<string, Places>();
  for (const [place, occurrences] of articles.entries()) {
    const wordsAt = new Map<number, string[]>();
    for (let index = 0; index < occurrences.length; index += 2) {
      const [number = 0, at = 0] = [occurrences[index], occurrences[index + 1]];
      const word = words[number] ?? "";
      if ((holders[number] ?? 0) < least) continue;
      const there = wordsAt.get(at);
      if (there) there.push(word);
      else wordsAt.set(at, [word]);
      noteAt(places, word, place, at % 2 === 1);
    }
    for (const [at, neighbours] of wordsAt) {
      for (const next of wordsAt.get(at + 2) ?? []) for (const word of neighbours) noteAt(places, pairKey(word, next), place, at % 2 === 1);
    }
  }
  const frequent = [...places].filter(([, { titles, snippets }]) => titles.length + snippets.length >= least);
  return [...frequent, ...[...marks].map(([mark, titles]): [string, Places] => [mark, { titles, snippets: [] }])].map(
    ([key, { titles, snippets }]) => ({ key, titles: placeSet(titles), snippets: placeSet(snippets) }),
  );
}
