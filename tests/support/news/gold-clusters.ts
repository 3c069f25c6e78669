import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { clusterArticles, cosine, type ClusterInput } from "@/lib/domain/news/stories/cluster-articles";
import { CLUSTER_RULES } from "@/lib/domain/news/stories/cluster-rules";
import { articlesPerCall, embedArticleTexts } from "@/lib/sources/news/embeddings/embed-articles";
import type { Embedder } from "@/lib/sources/news/embeddings/embedder";
import { sharedFolder } from "../shared";

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

export async function embedGold({ articles }: GoldSet, embedder: Embedder): Promise<ClusterInput[]> {
  const vectors: Float32Array[] = [];
  const step = articlesPerCall(embedder);
  for (let start = 0; start < articles.length; start += step) {
    vectors.push(...(await embedArticleTexts(articles.slice(start, start + step), embedder)));
  }
  return articles.map((article, index) => ({
    id: article.id,
    title: article.title,
    snippet: article.snippet,
    domain: hostOf(article),
    publishedAtMs: timeOf(article.publishedAt),
    vector: vectors[index] as Float32Array,
  }));
}

/** Group name of each item: the id of the group's first item. */
function namesOf(inputs: readonly ClusterInput[], groups: readonly (readonly { id: string }[])[]): string[] {
  const names = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group[0]?.id ?? id] as const)));
  return inputs.map(({ id }) => names.get(id) ?? id);
}

export const ourGroups = (inputs: readonly ClusterInput[]): string[] => namesOf(inputs, clusterArticles(inputs));

/** Baseline: single-link clustering with the threshold alone. */
export function plainGroups(inputs: readonly ClusterInput[]): string[] {
  const root = inputs.map((_, index) => index);
  const find = (index: number): number => (root[index] === index ? index : (root[index] = find(root[index] as number)));
  inputs.forEach(({ vector }, one) => {
    for (let other = one + 1; other < inputs.length; other++) {
      if (cosine(vector, (inputs[other] as ClusterInput).vector) >= CLUSTER_RULES.threshold) root[find(other)] = find(one);
    }
  });
  return inputs.map((_, index) => String(find(index)));
}
