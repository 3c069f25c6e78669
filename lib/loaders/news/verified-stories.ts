import type { Db } from "@/db/client";
import { listClusterDays, listClusters, type ClusterDayRecord, type ClusterRecord } from "@/db/queries/news/stories/news-clusters";
import { listArticlesById, type ArticleRecord } from "@/db/queries/news/news";
import { LEXICAL_MODEL } from "@/lib/domain/news/stories/cluster-rules";
import { sanitizeLabel, sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";

export const isLexical = ({ model }: Pick<ClusterDayRecord, "model">): boolean => model === LEXICAL_MODEL;

interface StoryDays {
  /** Clustered days of the range, the newest first. */
  days: ClusterDayRecord[];
  /** Stories of those days, without those that were grouped by words alone, which verifies nothing. */
  stories: ClusterRecord[];
}

/** Stories that at least so many outlets reported, the newest day first. In a day, what most told is first. */
export async function readStoryDays(db: Db, { from, to }: { from: string; to: string }, leastOutlets: number): Promise<StoryDays> {
  const [days, stories] = await Promise.all([listClusterDays(db, from, to), listClusters(db, from, to, leastOutlets)]);
  const lexical = new Set(days.filter(isLexical).map(({ date }) => date));
  return { days, stories: stories.filter(({ date }) => !lexical.has(date)) };
}

export async function articlesById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ArticleRecord>> {
  const articles = await listArticlesById(db, ids);
  return new Map(articles.map((article) => [article.id, article]));
}

/** The earliest article of a story: as it is stored now, else as it was when the story was grouped. */
export const heroOf = (story: ClusterRecord, articles: ReadonlyMap<string, ArticleRecord>) => ({
  title: articles.get(story.heroId)?.title ?? sanitizeTitle(story.heroTitle),
  url: story.heroUrl,
  source: sanitizeLabel(story.heroSource),
  publishedAt: story.firstSeenAt.toISOString(),
});
