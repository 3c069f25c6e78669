export interface KnownCrawler {
  label: string;
  tokens: readonly string[];
  /** False for names that occur only in robots.txt, and for words too common to match. */
  isMatched: boolean;
  isCrawler: boolean;
}

const LIBRARIES: ReadonlyMap<string, string> = new Map([
  ["python-requests", "python-requests"],
  ["axios", "axios"],
  ["node-fetch", "node-fetch"],
  ["timely", "Timely"],
]);

const GENERIC: readonly (readonly [RegExp, string])[] = [
  [/bot\b/, "Unknown Bot"],
  [/crawler/, "Unknown Crawler"],
  [/spider/, "Unknown Spider"],
  [/agent\b/, "Unknown Agent"],
];

const UNKNOWN_LABELS: ReadonlySet<string> = new Set([...LIBRARIES.values(), ...GENERIC.map(([, label]) => label)]);

/** False for libraries and unknown bots. */
export const isKnownCrawlerLabel = (label: string): boolean => !UNKNOWN_LABELS.has(label);

const MAX_LENGTH = 512;
const ADDRESS = /\+?https?:|www\.|@/;

/** `GPTBot/1.2` gives `gptbot`; a slash without a version makes it a different name, so null. */
function nameOf(piece: string): string | null {
  const slash = piece.indexOf("/");
  if (slash < 0) return piece;
  return /^v?\d/.test(piece.slice(slash + 1)) ? piece.slice(0, slash) : null;
}

function namesInComment(comment: string): string[] {
  return comment.split(/[;,]/).flatMap((part) => {
    const text = part.trim();
    const address = text.search(ADDRESS);
    const name = nameOf(address < 0 ? text : text.slice(0, address).trim());
    return name ? [name] : [];
  });
}

/** Product tokens are separated by blanks; some names have up to three words. */
function namesInProducts(products: string): string[] {
  const words = products.split(/[\s;,]+/).filter((word) => word !== "" && !ADDRESS.test(word));
  return words.flatMap((_, start) =>
    [3, 2, 1].flatMap((length) => {
      const piece = start + length <= words.length ? nameOf(words.slice(start, start + length).join(" ")) : null;
      return piece ? [piece] : [];
    }),
  );
}

/** Whole names only, in their order: `mygptbot-checker` does not match `gptbot`. */
function namesOf(userAgent: string): string[] {
  return userAgent.split(/([()])/).reduce<{ names: string[]; depth: number }>(
    (state, part) => {
      if (part === "(") state.depth += 1;
      else if (part === ")") state.depth = Math.max(0, state.depth - 1);
      else state.names.push(...(state.depth > 0 ? namesInComment(part) : namesInProducts(part)));
      return state;
    },
    { names: [], depth: 0 },
  ).names;
}

export type CrawlerMatcher = (userAgent: string) => string | null;

export function crawlerMatcher(crawlers: readonly KnownCrawler[]): CrawlerMatcher {
  const labels = new Map<string, string>();
  const controls = new Set<string>();
  for (const { label, tokens, isMatched, isCrawler } of crawlers) {
    for (const token of tokens) {
      if (!isCrawler) controls.add(token);
      else if (isMatched) labels.set(token, label);
    }
  }
  return (userAgent) => {
    const text = userAgent.slice(0, MAX_LENGTH).toLowerCase();
    const names = namesOf(text);
    const crawler = names.find((name) => labels.has(name));
    if (crawler !== undefined) return labels.get(crawler) ?? null;
    if (names.some((name) => controls.has(name))) return null;
    const library = names.find((name) => LIBRARIES.has(name));
    if (library !== undefined) return LIBRARIES.get(library) ?? null;
    return GENERIC.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  };
}
