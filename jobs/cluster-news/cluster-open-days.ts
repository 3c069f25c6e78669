import { inTransaction } from "@/db/client";
import { findLastNewsReadAt } from "@/db/queries/news/news";
import {
  listClusterableArticles,
  listClusterDays,
  listClusteredIds,
  listOpenDays,
  replaceClusterDay,
  type ClusterableArticle,
} from "@/db/queries/news/stories/news-clusters";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { CLUSTER_RULES } from "@/lib/domain/news/stories/cluster-rules";
import { dayClosesAt, domainOf, storyOf } from "@/lib/domain/news/stories/cluster-story";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import type { Embedder } from "@/lib/sources/news/embeddings/embedder";
import { offload } from "@/lib/sources/workers/offload";
import type { JobContext } from "../define";
import { embedArticles } from "./embed-articles";

const LOOKBACK_DAYS = 30;
/** Bounds the cost of a day; feeds bring fewer articles. */
const MAX_ARTICLES_PER_DAY = 4000;
/** A first start has weeks of articles to embed; the next run, an hour later, continues. */
const EMBEDDING_SECONDS = 90;

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Articles of the day, without those already clustered in a story of the previous day or of a final next day. */
async function articlesOf(day: string, { db }: JobContext): Promise<ClusterableArticle[]> {
  const [next] = await listClusterDays(db, addDays(day, 1), addDays(day, 1));
  const clusteredIds = await listClusteredIds(db, [addDays(day, -1), ...(next?.isFinal ? [addDays(day, 1)] : [])]);
  const articles = await listClusterableArticles(db, startOf(day), dayClosesAt(day), MAX_ARTICLES_PER_DAY);
  return articles.filter(({ id }) => !clusteredIds.has(id));
}

/** Stories whose first article is of this day; later ones belong to the next day. */
async function storiesOf(
  day: string,
  articles: readonly ClusterableArticle[],
  vectors: ReadonlyMap<string, Float32Array>,
): Promise<[ClusterableArticle, ...ClusterableArticle[]][]> {
  const byId = new Map(articles.map((article) => [article.id, article]));
  const inputs = articles.map(({ id, title, snippet, sourceDomain, publishedAt }) => ({
    id,
    title,
    snippet,
    domain: domainOf(sourceDomain),
    publishedAtMs: publishedAt.getTime(),
    vector: vectors.get(id) as Float32Array,
  }));
  const groups = await offload("groupByStory", inputs);
  const end = startOf(addDays(day, 1));
  return groups
    .map((ids) => ids.map((id) => byId.get(id) as ClusterableArticle) as [ClusterableArticle, ...ClusterableArticle[]])
    .filter(([first]) => first.publishedAt < end);
}

interface DayOutcome {
  embedded: number;
  stories: number;
  isClustered: boolean;
}

interface ClusterRun {
  embedder: Embedder;
  /** On the clock of `performance.now()`. */
  endsAt: number;
  lastReadAt: Date | null;
}

async function clusterDay(day: string, { embedder, endsAt, lastReadAt }: ClusterRun, context: JobContext): Promise<DayOutcome> {
  const { db, now, signal } = context;
  const articles = await articlesOf(day, context);
  const { vectors, embedded } = await embedArticles(articles, embedder, endsAt, context);
  if (vectors.size < articles.length) return { embedded, stories: 0, isClustered: false };
  const stories = await storiesOf(day, articles, vectors);
  signal.throwIfAborted();
  const clusters = stories.filter(({ length }) => length > 1).map((story) => ({ date: day, ...storyOf(story) }));
  const record = {
    date: day,
    model: embedder.model,
    threshold: CLUSTER_RULES.threshold,
    articleCount: articles.filter(({ publishedAt }) => publishedAt < startOf(addDays(day, 1))).length,
    storyCount: stories.length,
    // Only a reading after the day's end can be complete.
    isFinal: lastReadAt !== null && lastReadAt >= dayClosesAt(day),
    capturedAt: lastReadAt,
    clusteredAt: now,
  };
  await inTransaction(db, async (tx) => {
    if (await replaceClusterDay(tx, record, clusters)) await bumpVersion(tx, "news_clusters", now);
  });
  return { embedded, stories: clusters.length, isClustered: true };
}

/** Yesterday first, because today excludes its articles; then today, then older days from new to old. `openDays` begins with the newest. */
const inClusterOrder = (openDays: readonly string[], yesterday: string): string[] => [
  ...openDays.filter((day) => day >= yesterday).toReversed(),
  ...openDays.filter((day) => day < yesterday),
];

export async function clusterOpenDays(
  embedder: Embedder,
  context: JobContext,
  embeddingSeconds = EMBEDDING_SECONDS,
): Promise<Record<string, number> | null> {
  const { db, now } = context;
  const today = utcDay(now);
  const days = inClusterOrder(await listOpenDays(db, startOf(addDays(today, -LOOKBACK_DAYS)), now), addDays(today, -1));
  if (days.length === 0) return null;
  const run: ClusterRun = { embedder, endsAt: performance.now() + embeddingSeconds * 1000, lastReadAt: await findLastNewsReadAt(db) };
  const total = { days: 0, stories: 0, embedded: 0, postponed: 0 };
  for (const day of days) {
    context.signal.throwIfAborted();
    const { embedded, stories, isClustered } = await clusterDay(day, run, context);
    total.embedded += embedded;
    total.stories += stories;
    total[isClustered ? "days" : "postponed"] += 1;
  }
  if (total.days > 0 && run.lastReadAt) {
    await recordSourceOutcomes(db, [{ source: "news_clusters/stories", dataset: "news_clusters", at: run.lastReadAt, fault: null }]);
  }
  return total;
}
