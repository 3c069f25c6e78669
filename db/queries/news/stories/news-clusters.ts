import { and, asc, between, desc, eq, gte, inArray, lt, max, sql } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { articles } from "@/db/schema/news";
import { newsClusterDays, newsClusters } from "@/db/schema/news-clusters";
import { rowsOf, text } from "@/db/statements";
import { LEXICAL_MODEL } from "@/lib/domain/news/stories/cluster-rules";
import { withDerivedTexts } from "../derived-texts";

export type ClusterableArticle = Pick<
  typeof articles.$inferSelect,
  "id" | "sourceName" | "sourceDomain" | "url" | "title" | "snippet" | "publishedAt"
>;

const { id, sourceName, sourceDomain, url, title, snippet, publishedAt, contentHash, rulesVersion } = articles;
const CLUSTERABLE = { id, sourceName, sourceDomain, url, title, snippet, publishedAt, contentHash, rulesVersion };

/** The oldest first; `from` is inclusive, `to` exclusive. */
export async function listClusterableArticles(db: Db, from: Date, to: Date, limit: number): Promise<ClusterableArticle[]> {
  const rows = await db
    .select(CLUSTERABLE)
    .from(articles)
    .where(and(gte(articles.publishedAt, from), lt(articles.publishedAt, to)))
    .orderBy(asc(articles.publishedAt), asc(articles.id))
    .limit(limit);
  return withDerivedTexts(db, rows);
}

/** The newest before a moment. */
export async function listArticlesBefore(db: Db, to: Date, limit: number): Promise<ClusterableArticle[]> {
  const rows = await db
    .select(CLUSTERABLE)
    .from(articles)
    .where(lt(articles.publishedAt, to))
    .orderBy(desc(articles.publishedAt), asc(articles.id))
    .limit(limit);
  return withDerivedTexts(db, rows);
}

export async function listOpenDays(db: Db, since: Date, until: Date): Promise<string[]> {
  const rows = await rowsOf(
    db,
    { day: text },
    sql`
    select day::text as day from (
      select distinct (published_at at time zone 'UTC')::date as day from articles where published_at >= ${at(since)} and published_at <= ${at(until)}
    ) as days
    where not exists (select 1 from news_cluster_days d where d.date = days.day and d.is_final)
    order by day desc`,
  );
  return rows.map(({ day }) => day);
}

export async function listClusteredIds(db: Db, dates: readonly string[]): Promise<Set<string>> {
  if (dates.length === 0) return new Set();
  const rows = await db
    .select({ ids: newsClusters.articleIds })
    .from(newsClusters)
    .where(inArray(newsClusters.date, [...dates]));
  return new Set(rows.flatMap(({ ids }) => ids));
}

export type NewClusterDay = typeof newsClusterDays.$inferInsert;
export type NewCluster = typeof newsClusters.$inferInsert;

/**
 * Replaces a day's stories. Returns false when the day is final, or has a model's stories while the
 * new ones are of words alone.
 */
export async function replaceClusterDay(tx: Db, day: NewClusterDay, clusters: readonly NewCluster[]): Promise<boolean> {
  const { date: _, ...set } = day;
  const { isFinal, model } = newsClusterDays;
  const setWhere = and(eq(isFinal, false), day.model === LEXICAL_MODEL ? eq(model, LEXICAL_MODEL) : undefined);
  const written = await tx
    .insert(newsClusterDays)
    .values(day)
    .onConflictDoUpdate({ target: newsClusterDays.date, set, setWhere })
    .returning({ date: newsClusterDays.date });
  if (written.length === 0) return false;
  await tx.delete(newsClusters).where(eq(newsClusters.date, day.date));
  if (clusters.length > 0) await tx.insert(newsClusters).values([...clusters]);
  return true;
}

export type ClusterDayRecord = typeof newsClusterDays.$inferSelect;
export type ClusterRecord = typeof newsClusters.$inferSelect;

/** The newest first; both ends are included. */
export const listClusterDays = async (db: Db, from: string, to: string): Promise<ClusterDayRecord[]> =>
  db
    .select()
    .from(newsClusterDays)
    .where(between(newsClusterDays.date, from, to))
    .orderBy(desc(newsClusterDays.date));

/** The newest clustered day before a date, else the newest of all; null before any clustering. */
export async function findLatestClusteredDay(db: Db, before: string): Promise<string | null> {
  const [past] = await db
    .select({ date: max(newsClusterDays.date) })
    .from(newsClusterDays)
    .where(lt(newsClusterDays.date, before));
  if (past?.date) return past.date;
  const [any] = await db.select({ date: max(newsClusterDays.date) }).from(newsClusterDays);
  return any?.date ?? null;
}

export async function listClusters(db: Db, from: string, to: string, minSources: number): Promise<ClusterRecord[]> {
  const { date, sourceCount, articleCount, firstSeenAt, clusterId } = newsClusters;
  return db
    .select()
    .from(newsClusters)
    .where(and(between(date, from, to), gte(sourceCount, minSources)))
    .orderBy(desc(date), desc(sourceCount), desc(articleCount), desc(firstSeenAt), asc(clusterId));
}
