import { and, arrayOverlaps, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, lt, max, or, sql } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { articles } from "@/db/schema/news";
import { sources } from "@/db/schema/operations";
import { boolean, integer, rowsOf, text } from "@/db/statements";
import { inColumnNames } from "../upsert-rows";
import { indexArticles } from "./search/news-words";
import type { NewsFilter } from "@/lib/domain/news/news-filter";

export type ArticleRecord = Omit<typeof articles.$inferSelect, "guid">;

const { guid: _guid, ...ARTICLE } = getTableColumns(articles);

const byNewest = [desc(articles.publishedAt), asc(articles.id)];

/** The newest articles; a null filter passes all. */
export async function listNews(db: Db, filter: NewsFilter | null, limit: number): Promise<ArticleRecord[]> {
  if (filter && filter.categories.length === 0 && filter.providers.length === 0) return [];
  const condition = or(
    filter && filter.categories.length > 0 ? arrayOverlaps(articles.categories, filter.categories) : undefined,
    filter && filter.providers.length > 0 ? arrayOverlaps(articles.providers, filter.providers) : undefined,
  );
  return db
    .select(ARTICLE)
    .from(articles)
    .where(condition)
    .orderBy(...byNewest)
    .limit(limit);
}

/** The newest first; `from` is inclusive, `to` exclusive. */
export const listArticlesBetween = async (db: Db, from: Date, to: Date, limit: number): Promise<ArticleRecord[]> =>
  db
    .select(ARTICLE)
    .from(articles)
    .where(and(gte(articles.publishedAt, from), lt(articles.publishedAt, to)))
    .orderBy(...byNewest)
    .limit(limit);

export const listArticlesByProvider = async (db: Db, provider: string, since: Date, limit: number): Promise<ArticleRecord[]> =>
  db
    .select(ARTICLE)
    .from(articles)
    .where(and(arrayOverlaps(articles.providers, [provider]), gte(articles.publishedAt, since)))
    .orderBy(...byNewest)
    .limit(limit);

export async function countArticlesByProvider(db: Db, since: Date): Promise<Map<string, number>> {
  const rows = await rowsOf(
    db,
    { provider: text, count: integer },
    sql`select provider, count(*)::int as count from articles, unnest(providers) as provider where published_at >= ${at(since)} group by provider`,
  );
  return new Map(rows.map((row) => [row.provider, row.count]));
}

export async function findLastNewsReadAt(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(sources.lastReadAt) })
    .from(sources)
    .where(eq(sources.dataset, "news"));
  return row?.at ?? null;
}

/** Article ids of one source by feed guid: a changed URL is not a new article. */
export async function listArticleIdsByGuid(db: Db, sourceId: string, guids: readonly string[]): Promise<Map<string, string>> {
  if (guids.length === 0) return new Map();
  const rows = await db
    .select({ guid: articles.guid, id: articles.id })
    .from(articles)
    .where(and(eq(articles.sourceId, sourceId), inArray(articles.guid, [...guids]), isNotNull(articles.guid)))
    .orderBy(desc(articles.fetchedAt), desc(articles.id));
  return new Map(rows.map((row) => [row.guid ?? "", row.id]));
}

export type NewArticle = typeof articles.$inferInsert;

export interface StoredArticles {
  added: number;
  changed: number;
}

/**
 * Corrections count only from an article's own source; first fetch, URL and known dates are kept, estimated dates give way to real
 * ones.
 */
export async function storeArticles(tx: Db, rows: readonly NewArticle[]): Promise<StoredArticles> {
  if (rows.length === 0) return { added: 0, changed: 0 };
  const stored = await rowsOf(
    tx,
    { id: articles.id, publishedAt: articles.publishedAt, isNew: boolean },
    sql`
    insert into articles as a (id, source_id, source_name, source_domain, guid, url, title, snippet, categories, providers, published_at, is_date_estimated, fetched_at)
    select id, source_id, source_name, source_domain, guid, url, title, snippet, categories, providers, published_at, is_date_estimated, fetched_at
    from jsonb_populate_recordset(null::articles, ${inColumnNames(articles, rows)}::jsonb)
    on conflict (id) do update set
      source_name = excluded.source_name,
      source_domain = excluded.source_domain,
      guid = coalesce(a.guid, excluded.guid),
      title = excluded.title,
      snippet = excluded.snippet,
      categories = excluded.categories,
      providers = excluded.providers,
      published_at = case when a.is_date_estimated and not excluded.is_date_estimated then excluded.published_at else a.published_at end,
      is_date_estimated = a.is_date_estimated and excluded.is_date_estimated
    where a.source_id = excluded.source_id and (
      (a.source_name, a.source_domain, a.title, a.snippet, a.categories, a.providers)
        is distinct from (excluded.source_name, excluded.source_domain, excluded.title, excluded.snippet, excluded.categories, excluded.providers)
      or (a.guid is null and excluded.guid is not null)
      or (a.is_date_estimated and not excluded.is_date_estimated))
    returning id, published_at as "publishedAt", (xmax = 0) as "isNew"`,
  );
  const incomingById = new Map(rows.map((row) => [row.id, row]));
  await indexArticles(
    tx,
    stored.flatMap(({ id, publishedAt }) => {
      const incoming = incomingById.get(id);
      return incoming ? [{ ...incoming, publishedAt }] : [];
    }),
  );
  const added = stored.filter((row) => row.isNew).length;
  return { added, changed: stored.length - added };
}
