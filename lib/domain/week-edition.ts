import { placeSet, type PlaceSet } from "./place-sets";

/** Where among the articles of a week, in their order, a key stands. */
export interface KeyPlaces {
  key: string;
  titles: PlaceSet;
  snippets: PlaceSet;
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

interface Standing {
  titles: number[];
  snippets: number[];
  isMark: boolean;
}

interface Word {
  key: string;
  isTitle: boolean;
}

/** A tsvector's words by position, and its marks. */
function readWords(text: string): { wordsAt: Map<number, Word[]>; marks: string[] } {
  const wordsAt = new Map<number, Word[]>();
  const marks: string[] = [];
  for (const [, key = "", positions] of text.matchAll(LEXEME)) {
    if (positions === undefined) marks.push(unquoted(key));
    for (const position of positions?.split(",") ?? []) {
      const at = Number.parseInt(position, 10);
      const word = { key, isTitle: position.endsWith("A") };
      wordsAt.get(at)?.push(word) ?? wordsAt.set(at, [word]);
    }
  }
  return { wordsAt, marks: marks.filter((mark) => KEPT_MARK.test(mark)) };
}

/**
 * Sets of places for all words, pairs of neighbouring words and marks that are frequent among articles, given by their
 * tsvectors as text. A word without sets may still be held by a few; a mark without them is held by none.
 */
export function editionOf(articles: readonly string[]): KeyPlaces[] {
  const standings = new Map<string, Standing>();
  const note = (key: string, place: number, list: "titles" | "snippets", isMark = false): void => {
    const standing = standings.get(key) ?? { titles: [], snippets: [], isMark };
    if (standing.titles.length + standing.snippets.length === 0) standings.set(key, standing);
    if (standing[list].at(-1) !== place) standing[list].push(place);
  };
  for (const [place, text] of articles.entries()) {
    const { wordsAt, marks } = readWords(text);
    for (const mark of marks) note(mark, place, "titles", true);
    for (const [position, words] of wordsAt) {
      for (const { key, isTitle } of words) {
        const list = isTitle ? "titles" : "snippets";
        note(key, place, list);
        for (const next of wordsAt.get(position + 1) ?? []) if (next.isTitle === isTitle) note(pairKey(key, next.key), place, list);
      }
    }
  }
  const least = Math.max(MIN_ARTICLES, articles.length * MIN_SHARE);
  return [...standings].flatMap(([key, { titles, snippets, isMark }]) => (isMark || titles.length + snippets.length >= least ? [{ key, titles: placeSet(titles), snippets: placeSet(snippets) }] : []));
}
