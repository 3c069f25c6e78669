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

export interface SearchItem {
  /** A word, or a phrase with single spaces. */
  term: string;
  isExcluded: boolean;
}

export interface SearchQuery {
  /** Alternatives, joined by `or`; all items of a group must match. */
  groups: SearchItem[][];
  /** For `websearch_to_tsquery`: only quoted words, `-` and `or`. */
  expression: string;
  /** The words and phrases that are not excluded, each once: what articles are ranked by. */
  terms: string[];
  hasAlternatives: boolean;
  hasExclusions: boolean;
}

interface Item extends SearchItem {
  isAlternative: boolean;
}

const ITEM = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

const isSearchable = (words: readonly string[]): boolean => words.some((word) => !STOP_WORDS.has(word));

/** Words joined by hyphens or dots form a phrase, as quoted words do. Items of stop words only are dropped. */
function itemsOf(text: string): Item[] {
  const items: Item[] = [];
  let isAlternative = false;
  for (const [, minus, phrase, word] of text.replace(/[“”„«»]/g, '"').matchAll(ITEM)) {
    if (minus === "" && word?.toLowerCase() === "or") {
      isAlternative = items.length > 0;
      continue;
    }
    const words = searchWords(phrase ?? word ?? "");
    if (!isSearchable(words)) continue;
    items.push({ term: words.join(" "), isExcluded: minus === "-", isAlternative });
    isAlternative = false;
  }
  return items;
}

function groupsOf(items: readonly Item[]): SearchItem[][] {
  const groups: SearchItem[][] = [[]];
  for (const { term, isExcluded, isAlternative } of items) {
    if (isAlternative) groups.push([]);
    groups.at(-1)?.push({ term, isExcluded });
  }
  return groups;
}

export function parseSearch(text: string): SearchQuery {
  const items = itemsOf(text);
  const expression = items
    .map(({ term, isExcluded, isAlternative }) => `${isAlternative ? "or " : ""}${isExcluded ? "-" : ""}"${term}"`)
    .join(" ");
  const terms = [...new Set(items.filter(({ isExcluded }) => !isExcluded).map(({ term }) => term))];
  return {
    groups: groupsOf(items),
    expression,
    terms,
    hasAlternatives: items.some(({ isAlternative }) => isAlternative),
    hasExclusions: items.some(({ isExcluded }) => isExcluded),
  };
}
