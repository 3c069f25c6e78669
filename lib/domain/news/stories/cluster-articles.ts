import { factsClash, refusalOf, vocabularyOf, type Vocabulary } from "./cluster-check";
import { factsOf, type ArticleFacts } from "./cluster-facts";
import { CLUSTER_RULES, type ArticleText } from "./cluster-rules";

export interface ClusterInput extends ArticleText {
  id: string;
  domain: string;
  publishedAtMs: number;
  /** Normalized to length 1. */
  vector: Float32Array;
}

interface Member {
  input: ClusterInput;
  facts: ArticleFacts;
  position: number;
}

interface Link {
  a: number;
  b: number;
  cosine: number;
}

const WINDOW_MS = CLUSTER_RULES.windowHours * 3_600_000;

export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

/** The most similar first; `members` are in order of time. */
function linksOf(members: readonly Member[], vocabulary: Vocabulary): Link[] {
  const links: Link[] = [];
  members.forEach((a, index) => {
    for (let other = index + 1; other < members.length; other++) {
      const b = members[other] as Member;
      if (b.input.publishedAtMs - a.input.publishedAtMs > WINDOW_MS) break;
      const similarity = cosine(a.input.vector, b.input.vector);
      if (similarity < CLUSTER_RULES.threshold) continue;
      const pair = { a: { facts: a.facts, domain: a.input.domain }, b: { facts: b.facts, domain: b.input.domain }, cosine: similarity };
      if (refusalOf(pair, vocabulary) === null) links.push({ a: index, b: other, cosine: similarity });
    }
  });
  return links.toSorted((one, two) => two.cosine - one.cosine || one.a - two.a || one.b - two.b);
}

/** Two groups merge only if they are one story as a whole: in time, in facts, and by mean similarity. */
function isOneStory(a: readonly Member[], b: readonly Member[]): boolean {
  const times = [...a, ...b].map(({ input }) => input.publishedAtMs);
  if (Math.max(...times) - Math.min(...times) > WINDOW_MS) return false;
  let sum = 0;
  for (const one of a) {
    for (const other of b) {
      if (factsClash(one.facts, other.facts)) return false;
      sum += cosine(one.input.vector, other.input.vector);
    }
  }
  return sum / (a.length * b.length) >= CLUSTER_RULES.leastMean;
}

const byTime = (a: ClusterInput, b: ClusterInput): number => a.publishedAtMs - b.publishedAtMs || (a.id < b.id ? -1 : 1);

/** Groups merge only over a direct link, so every article is linked to at least one other of its story. Results are in order of time. */
export function clusterArticles(articles: readonly ClusterInput[]): ClusterInput[][] {
  const members = articles.toSorted(byTime).map((input, position): Member => ({ input, facts: factsOf(input), position }));
  const groups = members.map((member) => [member]);
  for (const { a, b } of linksOf(members, vocabularyOf(members.map(({ facts }) => facts)))) {
    const [one, other] = [groups[a] as Member[], groups[b] as Member[]];
    if (one === other || !isOneStory(one, other)) continue;
    const joined = [...one, ...other].toSorted((first, second) => first.position - second.position);
    for (const { position } of joined) groups[position] = joined;
  }
  return [...new Set(groups)].map((group) => group.map(({ input }) => input));
}
