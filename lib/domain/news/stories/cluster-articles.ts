import { factsClash, refusalOf, vocabularyOf } from "./cluster-check";
import { factsOf, type ArticleFacts } from "./cluster-facts";
import { CLUSTER_RULES, type ArticleText } from "./cluster-rules";
import { HOUR_MS } from "../../basics/time";

export interface ClusterInput extends ArticleText {
  id: string;
  domain: string;
  publishedAtMs: number;
}

export type CosineOf<Input> = (a: Input, b: Input) => number;

interface Member<Input> {
  input: Input;
  facts: ArticleFacts;
  position: number;
}

interface Link {
  a: number;
  b: number;
  cosine: number;
}

const WINDOW_MS = CLUSTER_RULES.windowHours * HOUR_MS;

/** The most similar first; `members` are in order of time. */
function linksOf<Input extends ClusterInput>(members: readonly Member<Input>[], cosineOf: CosineOf<Input>): Link[] {
  const vocabulary = vocabularyOf(members.map(({ facts }) => facts));
  const links: Link[] = [];
  members.forEach((a, index) => {
    for (let other = index + 1; other < members.length; other++) {
      const b = members[other] as Member<Input>;
      if (b.input.publishedAtMs - a.input.publishedAtMs > WINDOW_MS) break;
      const cosine = cosineOf(a.input, b.input);
      if (cosine < CLUSTER_RULES.threshold) continue;
      const pair = { a: { facts: a.facts, domain: a.input.domain }, b: { facts: b.facts, domain: b.input.domain }, cosine };
      if (refusalOf(pair, vocabulary) === null) links.push({ a: index, b: other, cosine });
    }
  });
  return links.toSorted((one, two) => two.cosine - one.cosine || one.a - two.a || one.b - two.b);
}

/** Two groups merge only if they are one story as a whole: in time, in facts, and by mean cosine. */
function isOneStory<Input extends ClusterInput>(
  a: readonly Member<Input>[],
  b: readonly Member<Input>[],
  cosineOf: CosineOf<Input>,
): boolean {
  const times = [...a, ...b].map(({ input }) => input.publishedAtMs);
  if (Math.max(...times) - Math.min(...times) > WINDOW_MS) return false;
  let sum = 0;
  for (const one of a) {
    for (const other of b) {
      if (factsClash(one.facts, other.facts)) return false;
      sum += cosineOf(one.input, other.input);
    }
  }
  return sum / (a.length * b.length) >= CLUSTER_RULES.threshold;
}

const byTime = (a: ClusterInput, b: ClusterInput): number => a.publishedAtMs - b.publishedAtMs || (a.id < b.id ? -1 : 1);

/** Groups merge only over a direct link, so every article is linked to at least one other of its story. Results are in order of time. */
export function clusterArticles<Input extends ClusterInput>(articles: readonly Input[], cosineOf: CosineOf<Input>): Input[][] {
  const members = articles.toSorted(byTime).map((input, position): Member<Input> => ({ input, facts: factsOf(input), position }));
  const groups = members.map((member) => [member]);
  for (const { a, b } of linksOf(members, cosineOf)) {
    const [one, other] = [groups[a] as Member<Input>[], groups[b] as Member<Input>[]];
    if (one === other || !isOneStory(one, other, cosineOf)) continue;
    const joined = [...one, ...other].toSorted((first, second) => first.position - second.position);
    for (const { position } of joined) groups[position] = joined;
  }
  return [...new Set(groups)].map((group) => group.map(({ input }) => input));
}
