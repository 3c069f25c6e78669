import { inTransaction } from "@/db/client";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { findLastNewsReadAt } from "@/db/queries/news/news";
import {
  listArticlesBefore,
  listClusterableArticles,
  listClusterDays,
  listClusteredIds,
  listOpenDays,
  replaceClusterDay,
  type ClusterableArticle,
} from "@/db/queries/news/stories/news-clusters";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { BACKGROUND_HEADLINES } from "@/lib/domain/news/stories/background-headlines";
import { CLUSTER_RULES, clusterText, LEXICAL_MODEL, type ArticleText } from "@/lib/domain/news/stories/cluster-rules";
import { dayClosesAt, daysAfter, daysBefore, domainOf, storyOf } from "@/lib/domain/news/stories/cluster-story";
import type { Embedder } from "@/lib/sources/news/embeddings/embedder";
import { offload } from "@/lib/sources/workers/offload";
import type { JobContext, JobCounts } from "../define";
import { embedDays, storedVectors } from "./embed-texts";

const LOOKBACK_DAYS = 30;
/** Bounds the cost of a day; feeds bring fewer articles. */
const MAX_ARTICLES_PER_DAY = 4000;
/** A first start has weeks of articles to embed; the next run, an hour later, continues. */
const EMBEDDING_SECONDS = 180;

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

const listArticles = (day: string, { db }: JobContext): Promise<ClusterableArticle[]> =>
  listClusterableArticles(db, startOf(day), dayClosesAt(day), MAX_ARTICLES_PER_DAY);

/** Articles of the day, without articles of an earlier day's story or of a later day that is final. */
async function articlesOf(day: string, context: JobContext): Promise<ClusterableArticle[]> {
  const later = await Promise.all(daysAfter(day).map((other) => listClusterDays(context.db, other, other)));
  const finals = later.flat().filter(({ isFinal }) => isFinal);
  const clusteredIds = await listClusteredIds(context.db, [...daysBefore(day), ...finals.map(({ date }) => date)]);
  return (await listArticles(day, context)).filter(({ id }) => !clusteredIds.has(id));
}

interface ClusterRun {
  model: string;
  lastReadAt: Date | null;
  /** Why the model does not answer; null while it does. */
  fault: string | null;
}

/** Stories whose first article is of this day; later ones belong to the next days. */
async function storiesOf(
  day: string,
  articles: readonly ClusterableArticle[],
  vectors: ReadonlyMap<string, Float32Array>,
  background: readonly ArticleText[],
): Promise<[ClusterableArticle, ...ClusterableArticle[]][]> {
  const byId = new Map(articles.map((article) => [article.id, article]));
  const embedded = ({ title, snippet }: ArticleText) => ({
    title,
    snippet,
    embedding: vectors.get(clusterText({ title, snippet })) ?? null,
  });
  const groups = await offload("groupByStory", {
    articles: articles.map((article) => ({
      ...embedded(article),
      id: article.id,
      domain: domainOf(article.sourceDomain),
      publishedAtMs: article.publishedAt.getTime(),
    })),
    background: background.map(embedded),
  });
  const end = startOf(addDays(day, 1));
  return groups
    .map((ids) => ids.map((id) => byId.get(id) as ClusterableArticle) as [ClusterableArticle, ...ClusterableArticle[]])
    .filter(([first]) => first.publishedAt < end);
}

interface DayOutcome {
  /** The count of the run to which the day adds. */
  kind: "days" | "lexical" | "postponed";
  stories: number;
}

const POSTPONED: DayOutcome = { kind: "postponed", stories: 0 };

/**
 * Clusters by words alone where the model failed before the day was embedded. A day that the model
 * clustered before stays.
 */
async function clusterDay(day: string, { model, lastReadAt, fault }: ClusterRun, context: JobContext): Promise<DayOutcome> {
  const { db, now, signal } = context;
  const articles = await articlesOf(day, context);
  const older = await listArticlesBefore(db, startOf(day), Math.max(0, CLUSTER_RULES.learnedFrom - articles.length));
  const background = [...older, ...BACKGROUND_HEADLINES];
  const vectors = await storedVectors([...articles, ...background].map(clusterText), model, context);
  const isLexical = articles.some((article) => !vectors.has(clusterText(article)));
  if (isLexical && fault === null) return POSTPONED;
  const stories = await storiesOf(day, articles, vectors, background);
  signal.throwIfAborted();
  const clusters = stories.filter(({ length }) => length > 1).map((story) => ({ date: day, ...storyOf(story) }));
  const record = {
    date: day,
    model: isLexical ? LEXICAL_MODEL : model,
    threshold: CLUSTER_RULES.threshold,
    articleCount: articles.filter(({ publishedAt }) => publishedAt < startOf(addDays(day, 1))).length,
    storyCount: stories.length,
    // Only a reading after the day's end can be complete, and only a model can verify.
    isFinal: !isLexical && lastReadAt !== null && lastReadAt >= dayClosesAt(day),
    capturedAt: lastReadAt,
    clusteredAt: now,
  };
  return inTransaction(db, async (tx): Promise<DayOutcome> => {
    if (!(await replaceClusterDay(tx, record, clusters))) return POSTPONED;
    await bumpVersion(tx, "news_clusters", now);
    return { kind: isLexical ? "lexical" : "days", stories: clusters.length };
  });
}

/**
 * Embeds the newest days first, since time may be short, and clusters the oldest first. Each day
 * leaves its articles to the days before it.
 */
export async function clusterOpenDays(
  embedder: Embedder,
  context: JobContext,
  embeddingSeconds = EMBEDDING_SECONDS,
): Promise<JobCounts | null> {
  const { db, now } = context;
  const days = await listOpenDays(db, startOf(addDays(utcDay(now), -LOOKBACK_DAYS)), now);
  if (days.length === 0) return null;
  const endsAt = performance.now() + embeddingSeconds * 1000;
  const { embedded, fault } = await embedDays(days, (day) => listArticles(day, context), { embedder, endsAt, context });
  const run: ClusterRun = { model: embedder.model, lastReadAt: await findLastNewsReadAt(db), fault };
  const total = { days: 0, stories: 0, embedded, postponed: 0, lexical: 0 };
  for (const day of days.toReversed()) {
    context.signal.throwIfAborted();
    const { kind, stories } = await clusterDay(day, run, context);
    total[kind] += 1;
    total.stories += stories;
  }
  if (total.days > 0 && run.lastReadAt) {
    await recordSourceOutcomes(db, [{ source: "news_clusters/stories", dataset: "news_clusters", at: run.lastReadAt, fault: null }]);
  }
  return fault === null ? total : { ...total, fault };
}
