import type { ArticleFacts } from "./cluster-facts";
import { CLUSTER_RULES } from "./cluster-rules";

export const CORROBORATION_BANDS = ["single", "limited", "broad"] as const;

export type CorroborationBand = (typeof CORROBORATION_BANDS)[number];

const LIMITED_FROM = 2;
const BROAD_FROM = 4;

export function corroborationBand(sourceCount: number): CorroborationBand {
  if (sourceCount >= BROAD_FROM) return "broad";
  return sourceCount >= LIMITED_FROM ? "limited" : "single";
}

export type Refusal = "numbers" | "versions" | "names" | "one_outlet";

const shares = <Value>(one: Iterable<Value>, other: ReadonlySet<Value>): boolean => {
  for (const value of one) if (other.has(value)) return true;
  return false;
};

/** Both titles state an amount of the same kind, and neither amount occurs in the other article. */
function amountsClash(a: ArticleFacts, b: ArticleFacts): boolean {
  for (const [kind, values] of a.amounts) {
    const others = b.amounts.get(kind);
    if (others && !shares(values, b.numbers) && !shares(others, a.numbers)) return true;
  }
  return false;
}

/** Both titles name one product in different versions, and neither version occurs in the other article. */
function versionsClash(a: ArticleFacts, b: ArticleFacts): boolean {
  for (const [name, versions] of a.versions) {
    const others = b.versions.get(name);
    if (!others) continue;
    const withName = (list: ReadonlySet<string>) => [...list].map((version) => `${name} ${version}`);
    if (!shares(withName(versions), b.allVersions) && !shares(withName(others), a.allVersions)) return true;
  }
  return false;
}

export interface Vocabulary {
  /** Inverse document frequency: log(1 + N / df). */
  idf(word: string): number;
  /** Whether the word never occurs in lower case; title-case headlines capitalize every word. */
  isName(word: string): boolean;
}

export function vocabularyOf(articles: readonly ArticleFacts[]): Vocabulary {
  const counts = new Map<string, number>();
  const lowercase = new Set<string>();
  for (const { words, lowercaseWords } of articles) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of lowercaseWords) lowercase.add(word);
  }
  return { idf: (word) => Math.log(1 + articles.length / (counts.get(word) ?? 1)), isName: (word) => !lowercase.has(word) };
}

/** Both titles contain names, and no name of either title occurs in the other article. */
function namesClash(a: ArticleFacts, b: ArticleFacts, { isName }: Vocabulary): boolean {
  const [names, others] = [a, b].map(({ titleNames }) => [...titleNames].filter(isName)) as [string[], string[]];
  return names.length > 0 && others.length > 0 && !shares(names, b.words) && !shares(others, a.words);
}

export function factsClash(a: ArticleFacts, b: ArticleFacts): Refusal | null {
  if (amountsClash(a, b)) return "numbers";
  return versionsClash(a, b) ? "versions" : null;
}

export interface CheckedPair {
  a: { facts: ArticleFacts; domain: string };
  b: { facts: ArticleFacts; domain: string };
  cosine: number;
}

export function refusalOf({ a, b, cosine }: CheckedPair, vocabulary: Vocabulary): Refusal | null {
  const clash = factsClash(a.facts, b.facts);
  if (clash) return clash;
  if (namesClash(a.facts, b.facts, vocabulary)) return "names";
  return a.domain === b.domain && cosine < CLUSTER_RULES.leastCopy ? "one_outlet" : null;
}
