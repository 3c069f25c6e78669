import type { ArticleFacts } from "./cluster-facts";
import { CLUSTER_RULES } from "./cluster-rules";

export type Refusal = "numbers" | "versions" | "words" | "one_outlet";

const shares = <Value>(one: Iterable<Value>, other: ReadonlySet<Value>): boolean => {
  for (const value of one) if (other.has(value)) return true;
  return false;
};

/** Both titles give an amount of one kind, and neither amount is found anywhere in the other article. */
function amountsClash(a: ArticleFacts, b: ArticleFacts): boolean {
  for (const [kind, values] of a.amounts) {
    const others = b.amounts.get(kind);
    if (others && !shares(values, b.numbers) && !shares(others, a.numbers)) return true;
  }
  return false;
}

/** Both titles name one product in different versions, and neither article names the other's. */
function versionsClash(a: ArticleFacts, b: ArticleFacts): boolean {
  for (const [name, versions] of a.versions) {
    const others = b.versions.get(name);
    if (!others) continue;
    const named = (list: ReadonlySet<string>) => [...list].map((version) => `${name} ${version}`);
    if (!shares(named(versions), b.allVersions) && !shares(named(others), a.allVersions)) return true;
  }
  return false;
}

/** How telling a word is: rare ones in these articles more than frequent ones. */
export type WordWeight = (word: string) => number;

export function wordWeights(articles: readonly ArticleFacts[]): WordWeight {
  const counts = new Map<string, number>();
  for (const { words } of articles) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + articles.length / (counts.get(word) ?? 1));
}

/** Weight of a title's words that the other article has too, of all its words' weight. */
function share(title: ReadonlySet<string>, other: ReadonlySet<string>, weight: WordWeight): number {
  let [found, all] = [0, 0];
  for (const word of title) {
    all += weight(word);
    if (other.has(word)) found += weight(word);
  }
  return all === 0 ? 0 : found / all;
}

/** How much of what one title says the other article says too: the mean of both directions. */
export const sharedWords = (a: ArticleFacts, b: ArticleFacts, weight: WordWeight): number => (share(a.titleWords, b.words, weight) + share(b.titleWords, a.words, weight)) / 2;

/** What speaks against one story, however similar the texts are as a whole; null when nothing does. */
export function factsClash(a: ArticleFacts, b: ArticleFacts): Refusal | null {
  if (amountsClash(a, b)) return "numbers";
  return versionsClash(a, b) ? "versions" : null;
}

export interface CheckedPair {
  a: { facts: ArticleFacts; domain: string };
  b: { facts: ArticleFacts; domain: string };
  cosine: number;
}

/** Why two articles above the threshold are not linked; null when they are. */
export function refusalOf({ a, b, cosine }: CheckedPair, weight: WordWeight): Refusal | null {
  const clash = factsClash(a.facts, b.facts);
  if (clash) return clash;
  if (a.domain === b.domain && cosine < CLUSTER_RULES.leastCopy) return "one_outlet";
  return sharedWords(a.facts, b.facts, weight) < CLUSTER_RULES.leastShared ? "words" : null;
}
