import type { ArticleFacts } from "./cluster-facts";
import { CLUSTER_RULES } from "./cluster-rules";

export const CORROBORATION_BANDS = ["single", "limited", "broad"] as const;

export type CorroborationBand = (typeof CORROBORATION_BANDS)[number];

const LIMITED_FROM = 2;
const BROAD_FROM = 4;

/** By distinct domains that told a story. */
export function corroborationBand(sourceCount: number): CorroborationBand {
  if (sourceCount >= BROAD_FROM) return "broad";
  return sourceCount >= LIMITED_FROM ? "limited" : "single";
}

export type Refusal = "numbers" | "versions" | "names" | "words" | "one_outlet";

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

/** What the articles of a window know of words together. */
export interface Vocabulary {
  /** How telling a word is: rare ones more than frequent ones. */
  weight(word: string): number;
  /** Whether it is never written small: headlines in capitals write every word like a name. */
  isName(word: string): boolean;
}

export function vocabularyOf(articles: readonly ArticleFacts[]): Vocabulary {
  const counts = new Map<string, number>();
  const small = new Set<string>();
  for (const { words, smallWords } of articles) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of smallWords) small.add(word);
  }
  return { weight: (word) => Math.log(1 + articles.length / (counts.get(word) ?? 1)), isName: (word) => !small.has(word) };
}

/** Both titles name somebody or something, and neither article knows a name of the other's title. */
function namesClash(a: ArticleFacts, b: ArticleFacts, { isName }: Vocabulary): boolean {
  const [names, others] = [a, b].map(({ titleNames }) => [...titleNames].filter(isName)) as [string[], string[]];
  return names.length > 0 && others.length > 0 && !shares(names, b.words) && !shares(others, a.words);
}

/** Weight of a title's words that the other article has too, of all its words' weight. */
function share(title: ReadonlySet<string>, other: ReadonlySet<string>, { weight }: Vocabulary): number {
  let [found, all] = [0, 0];
  for (const word of title) {
    all += weight(word);
    if (other.has(word)) found += weight(word);
  }
  return all === 0 ? 0 : found / all;
}

/** How much of what one title says the other article says too: the mean of both directions. */
const sharedWords = (a: ArticleFacts, b: ArticleFacts, vocabulary: Vocabulary): number =>
  (share(a.titleWords, b.words, vocabulary) + share(b.titleWords, a.words, vocabulary)) / 2;

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
export function refusalOf({ a, b, cosine }: CheckedPair, vocabulary: Vocabulary): Refusal | null {
  const clash = factsClash(a.facts, b.facts);
  if (clash) return clash;
  if (namesClash(a.facts, b.facts, vocabulary)) return "names";
  if (a.domain === b.domain && cosine < CLUSTER_RULES.leastCopy) return "one_outlet";
  return sharedWords(a.facts, b.facts, vocabulary) < CLUSTER_RULES.leastShared ? "words" : null;
}
