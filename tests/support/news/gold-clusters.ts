import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { batchesOf } from "@/db/queries/upsert-rows";
import { utcDay } from "@/lib/domain/basics/date-range";
import { DAY_MS } from "@/lib/domain/basics/time";
import { groupBy } from "@/lib/domain/basics/group-by";
import { BACKGROUND_HEADLINES } from "@/lib/domain/news/stories/background-headlines";
import { clusterArticles, type ClusterInput } from "@/lib/domain/news/stories/cluster-articles";
import { CLUSTER_RULES, clusterText, type ArticleText } from "@/lib/domain/news/stories/cluster-rules";
import { dayClosesAt } from "@/lib/domain/news/stories/cluster-story";
import { dot, storyCosine, type Embedded } from "@/lib/domain/news/stories/story-cosine";
import type { Embedder } from "@/lib/sources/news/embeddings/embedder";
import { sharedFolder } from "../shared";
import { bCubed, type Scores } from "./cluster-scores";

interface GoldArticle {
  id: string;
  title: string;
  snippet: string;
  publishedAt: string;
  url?: string;
  hostname?: string;
  cluster: string;
  ambiguous?: boolean;
}

export interface GoldSet {
  name: string;
  articles: GoldArticle[];
}

const OWN = join(import.meta.dirname, "../../fixtures/clusters/headlines.json");

/** Our own gold set, plus the shared labelled sets where they exist. Ambiguous items are not counted. */
export function goldSets(): GoldSet[] {
  const files = [
    ["own headlines", OWN],
    ["ai_news_clusters", join(sharedFolder, "gold/ai_news_clusters.json")],
    ["uci_news_clusters", join(sharedFolder, "gold/uci_news_clusters.json")],
  ] as const;
  return files
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => ({
      name,
      articles: (JSON.parse(readFileSync(file, "utf8")) as { articles: GoldArticle[] }).articles.filter(({ ambiguous }) => !ambiguous),
    }));
}

const hostOf = ({ url, hostname, id }: GoldArticle): string => (hostname ?? (url ? new URL(url).hostname : id)).replace(/^www\./, "");
const timeOf = (text: string): number => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);

export interface GoldInput extends ClusterInput, Embedded {
  cluster: string;
}

const byLength = (a: string, b: string): number => a.length - b.length;

async function embed(articles: readonly ArticleText[], embedder: Embedder): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  const texts = [...new Set(articles.map(clusterText))].toSorted(byLength);
  for (const batch of batchesOf(texts, embedder.batchSize)) {
    (await embedder.embed(batch)).forEach((vector, index) => vectors.set(batch[index] as string, vector));
  }
  return vectors;
}

export async function embedBackground(embedder: Embedder): Promise<Embedded[]> {
  const vectors = await embed(BACKGROUND_HEADLINES, embedder);
  return BACKGROUND_HEADLINES.map((article) => ({ ...article, embedding: vectors.get(clusterText(article)) ?? null }));
}

export async function embedGold({ articles }: GoldSet, embedder: Embedder): Promise<GoldInput[]> {
  const vectors = await embed(articles, embedder);
  return articles.map((article) => ({
    id: article.id,
    title: article.title,
    snippet: article.snippet,
    domain: hostOf(article),
    publishedAtMs: timeOf(article.publishedAt),
    embedding: vectors.get(clusterText(article)) as Float32Array,
    cluster: article.cluster,
  }));
}

/** Labels of the stories that several outlets tell. */
export function retoldStories(inputs: readonly GoldInput[], leastOutlets = 2): Set<string> {
  const stories = groupBy(inputs, ({ cluster }) => cluster);
  return new Set([...stories].filter(([, told]) => new Set(told.map(({ domain }) => domain)).size >= leastOutlets).map(([label]) => label));
}

export const labelsOf = (inputs: readonly GoldInput[]): string[] => inputs.map(({ cluster }) => cluster);

/** B-cubed over the articles of the stories that several outlets tell. */
export function retoldScores(inputs: readonly GoldInput[], groups: readonly string[]): Scores {
  const [labels, retold] = [labelsOf(inputs), retoldStories(inputs)];
  return bCubed(labels, groups, (item) => retold.has(labels[item] ?? ""));
}

/** A fixed order that has nothing to do with the text. */
const SEED = "stories-1";
const shuffled = (labels: readonly string[]): string[] => {
  const keyOf = (label: string): string => createHash("sha1").update(`${SEED}:${label}`).digest("hex");
  return labels.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

/**
 * Halves the retold stories and the others by taking every other one. The first half is for choosing,
 * the second for measuring.
 */
export function halvesOf(inputs: readonly GoldInput[]): [chosenOn: GoldInput[], heldOut: GoldInput[]] {
  const retold = retoldStories(inputs);
  const others = [...new Set(inputs.map(({ cluster }) => cluster))].filter((label) => !retold.has(label));
  const first = new Set([shuffled([...retold]), shuffled(others)].flatMap((labels) => labels.filter((_, index) => index % 2 === 0)));
  return [inputs.filter(({ cluster }) => first.has(cluster)), inputs.filter(({ cluster }) => !first.has(cluster))];
}

/** Group name of each item: the id of the group's first item. */
function namesOf(inputs: readonly GoldInput[], groups: readonly (readonly { id: string }[])[]): string[] {
  const names = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group[0]?.id ?? id] as const)));
  return inputs.map(({ id }) => names.get(id) ?? id);
}

export const ourGroups = (inputs: readonly GoldInput[], background: readonly Embedded[]): string[] =>
  namesOf(inputs, clusterArticles(inputs, storyCosine(inputs, background)));

export const withoutModel = <Article extends Embedded>(inputs: readonly Article[]): Article[] =>
  inputs.map((input) => ({ ...input, embedding: null }));

/**
 * Groups by day as the job does. Each day has its articles until it closes, without those that an
 * earlier day has in a story.
 */
export function groupsByDay(inputs: readonly GoldInput[], headlines: readonly Embedded[]): string[] {
  const taken = new Set<GoldInput>();
  const groups = [...new Set(inputs.map(({ publishedAtMs }) => utcDay(new Date(publishedAtMs))))].toSorted().flatMap((day) => {
    const [start, end] = [Date.parse(day), dayClosesAt(day).getTime()];
    const articles = inputs.filter((input) => input.publishedAtMs >= start && input.publishedAtMs < end && !taken.has(input));
    const before = inputs.filter(({ publishedAtMs }) => publishedAtMs < start).toSorted((a, b) => b.publishedAtMs - a.publishedAtMs);
    const background = [...before.slice(0, Math.max(0, CLUSTER_RULES.learnedFrom - articles.length)), ...headlines];
    const stories = clusterArticles(articles, storyCosine(articles, background)).filter(
      ([first]) => (first?.publishedAtMs ?? end) < start + DAY_MS,
    );
    for (const input of stories.flat()) taken.add(input);
    return stories;
  });
  return namesOf(inputs, groups);
}

/** Baseline: single-link clustering with the threshold alone, of embeddings as the model answers them. */
export function plainGroups(inputs: readonly GoldInput[]): string[] {
  const root = inputs.map((_, index) => index);
  const find = (index: number): number => (root[index] === index ? index : (root[index] = find(root[index] as number)));
  inputs.forEach(({ embedding }, one) => {
    for (let other = one + 1; other < inputs.length; other++) {
      const cosine = dot(embedding as Float32Array, inputs[other]?.embedding as Float32Array);
      if (cosine >= CLUSTER_RULES.threshold) root[find(other)] = find(one);
    }
  });
  return inputs.map((_, index) => String(find(index)));
}
