import { and, asc, between, desc, eq, gte, inArray, lt, max, sql } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { articles } from "@/db/schema/news";
import { articleVectors, newsClusterDays, newsClusters } from "@/db/schema/news-clusters";
import { rowsOf, run, text } from "@/db/statements";
import { withDerivedTexts } from "../derived-texts";

export type ClusterableArticle = Pick<
  typeof articles.$inferSelect,
  "id" | "sourceName" | "sourceDomain" | "url" | "title" | "snippet" | "publishedAt"
>;

/** The oldest first; `from` is inclusive, `to` exclusive. */
export async function listClusterableArticles(db: Db, from: Date, to: Date, limit: number): Promise<ClusterableArticle[]> {
  const { id, sourceName, sourceDomain, url, title, snippet, publishedAt, contentHash, rulesVersion } = articles;
  const rows = await db
    .select({ id, sourceName, sourceDomain, url, title, snippet, publishedAt, contentHash, rulesVersion })
    .from(articles)
    .where(and(gte(publishedAt, from), lt(publishedAt, to)))
    .orderBy(asc(publishedAt), asc(id))
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

export interface StoredVector {
  textHash: string;
  vector: Float32Array;
}

/** Drivers return views into larger buffers at any offset, while Float32Array needs aligned bytes: hence the copy. */
const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

export async function listVectors(db: Db, model: string, articleIds: readonly string[]): Promise<Map<string, StoredVector>> {
  if (articleIds.length === 0) return new Map();
  const rows = await db
    .select({ id: articleVectors.articleId, textHash: articleVectors.textHash, vector: articleVectors.vector })
    .from(articleVectors)
    .where(and(eq(articleVectors.model, model), inArray(articleVectors.articleId, [...articleIds])));
  return new Map(rows.map(({ id, textHash, vector }) => [id, { textHash, vector: floatsOf(vector) }]));
}

export interface NewVector extends StoredVector {
  articleId: string;
  publishedAt: Date;
}

export async function saveVectors(db: Db, model: string, rows: readonly NewVector[], embeddedAt: Date): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ articleId, textHash, vector, publishedAt }) => ({
    articleId,
    model,
    textHash,
    vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    publishedAt,
    embeddedAt,
  }));
  const set = {
    model: sql`excluded.model`,
    textHash: sql`excluded.text_hash`,
    vector: sql`excluded.vector`,
    publishedAt: sql`excluded.published_at`,
    embeddedAt: sql`excluded.embedded_at`,
  };
  await db.insert(articleVectors).values(values).onConflictDoUpdate({ target: articleVectors.articleId, set });
}

const PRUNE_BATCH = 500;

/** Deletes a batch of vectors of final days or of days too old to be clustered; answers how many. */
export const pruneVectors = async (db: Db, { before, beforeInAnyCase }: { before: Date; beforeInAnyCase: Date }): Promise<number> =>
  run(
    db,
    sql`
    delete from article_vectors where article_id in (
      select v.article_id from article_vectors v left join news_cluster_days d on d.date = (v.published_at at time zone 'UTC')::date and d.is_final
      where v.published_at < ${at(before)} and (d.date is not null or v.published_at < ${at(beforeInAnyCase)})
      limit ${PRUNE_BATCH}
    ) returning 1`,
  );

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

/** Replaces a day's stories; false when the day is already final. */
export async function replaceClusterDay(tx: Db, day: NewClusterDay, clusters: readonly NewCluster[]): Promise<boolean> {
  const { date: _, ...set } = day;
  const written = await tx
    .insert(newsClusterDays)
    .values(day)
    .onConflictDoUpdate({ target: newsClusterDays.date, set, setWhere: eq(newsClusterDays.isFinal, false) })
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
