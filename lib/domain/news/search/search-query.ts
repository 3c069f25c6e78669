import { searchWords } from "./search-words";

/** Stop words of the Postgres `english` configuration. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    "i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs themselves",
    "what which who whom this that these those am is are was were be been being have has had having do does did doing a an the and but if or because as until while",
    "of at by for with about against between into through during before after above below to from up down in out on off over under again further then once here there",
    "when where why how all any both each few more most other some such no nor not only own same so than too very s t can will just don should now",
  ].flatMap((line) => line.split(" ")),
);

export const MAX_TERMS = 16;

interface SearchItem {
  /** A word, or a phrase with single spaces. */
  term: string;
  isExcluded: boolean;
}

export interface SearchQuery {
  /** For `websearch_to_tsquery`: only quoted words, `-` and `or`. */
  expression: string;
  /** The words and phrases that are not excluded, each once: what articles are ranked by. */
  terms: string[];
}

const ITEM = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/** Alternatives, joined by `or`. Words joined by hyphens or dots form a phrase, as quoted words do. Items of stop words only are dropped. */
function alternativesOf(text: string): SearchItem[][] {
  const alternatives: SearchItem[][] = [[]];
  for (const [, minus, phrase, word] of text.replace(/[“”„«»]/g, '"').matchAll(ITEM)) {
    const words = searchWords(phrase ?? word ?? "");
    if (minus === "" && word?.toLowerCase() === "or") alternatives.push([]);
    else if (words.some((one) => !STOP_WORDS.has(one))) alternatives.at(-1)?.push({ term: words.join(" "), isExcluded: minus === "-" });
  }
  return alternatives;
}

/** An alternative of excluded words alone would match nearly every article; it is dropped. */
export function parseSearch(text: string): SearchQuery {
  const alternatives = alternativesOf(text).filter((items) => items.some(({ isExcluded }) => !isExcluded));
  const expression = alternatives.map((items) => items.map(({ term, isExcluded }) => `${isExcluded ? "-" : ""}"${term}"`).join(" "));
  const terms = alternatives.flat().flatMap(({ term, isExcluded }) => (isExcluded ? [] : [term]));
  return { expression: expression.join(" or "), terms: [...new Set(terms)] };
}
