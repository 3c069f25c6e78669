import { and, arrayOverlaps, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, max, or, sql, type SQL } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { articles } from "@/db/schema/news";
import { sources } from "@/db/schema/operations";
import { boolean, orNull, rowsOf, text, time } from "@/db/statements";
import { inColumnNames } from "../upsert-rows";
import { groupBy } from "@/lib/domain/basics/group-by";
import type { NewsFilter } from "@/lib/domain/news/news-filter";
import type { RawTexts } from "@/lib/domain/news/derive-texts";
import { RULES_VERSION } from "@/lib/domain/news/sanitize/sanitize";
import { contentHashOf, saveRawTexts, withDerivedTexts } from "./derived-texts";
import { asWords, indexedWords } from "./news-words";

const { words: _words, guid: _guid, ...ARTICLE } = getTableColumns(articles);

export type ArticleRecord = Omit<typeof articles.$inferSelect, "words" | "guid">;

/** Articles with a date of their own come first within an hour. An estimated date is that of the reading. */
const hourOf = sql`date_trunc('hour', ${articles.publishedAt} at time zone 'UTC')`;
const byNewest = [desc(hourOf), asc(articles.isDateEstimated), desc(articles.publishedAt), asc(articles.id)];

/** The condition that an article has any of the filter's categories or providers. */
export const passes = ({ categories, providers }: NewsFilter): SQL =>
  or(
    sql`false`,
    categories.length > 0 ? arrayOverlaps(articles.categories, categories) : undefined,
    providers.length > 0 ? arrayOverlaps(articles.providers, providers) : undefined,
  ) as SQL;

/** The beginning of the hour that the newest articles reach back to; null without any. */
async function oldestHour(db: Db, matches: SQL, limit: number): Promise<Date | null> {
  const [row] = await rowsOf(
    db,
    { at: orNull(time) },
    sql`
    select date_trunc('hour', min(published_at) at time zone 'UTC') at time zone 'UTC' as at from (
      select published_at from articles where ${matches} order by published_at desc, id limit ${limit}
    ) as newest`,
  );
  return row?.at ?? null;
}

/**
 * The newest of the articles that match. The index finds how far back they reach, then whole hours are put in order: two
 * statements, because the planner would read a third of the table for a time that it does not know.
 */
async function newestOf(db: Db, matches: SQL, limit: number): Promise<ArticleRecord[]> {
  const oldest = await oldestHour(db, matches, limit);
  if (oldest === null) return [];
  const rows = await db
    .select(ARTICLE)
    .from(articles)
    .where(and(matches, gte(articles.publishedAt, oldest)))
    .orderBy(...byNewest)
    .limit(limit);
  return withDerivedTexts(db, rows);
}

/** The newest articles; a null filter passes all. */
export const listNews = (db: Db, filter: NewsFilter | null, limit: number): Promise<ArticleRecord[]> =>
  newestOf(db, filter ? passes(filter) : sql`true`, limit);

export async function listArticlesById(db: Db, ids: readonly string[]): Promise<ArticleRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(ARTICLE)
    .from(articles)
    .where(inArray(articles.id, [...ids]));
  return withDerivedTexts(db, rows);
}

// Counts at once. The builder that $count returns would count again at each use.
export const countArticles = async (db: Db): Promise<number> => db.$count(articles);

/** The newest first; `from` is inclusive, `to` exclusive. */
export const listArticlesBetween = (db: Db, from: Date, to: Date, limit: number): Promise<ArticleRecord[]> =>
  newestOf(db, sql`published_at >= ${at(from)} and published_at < ${at(to)}`, limit);

/** The newest articles since a moment that name each provider, at most so many of each. */
export async function listNewestByProvider(db: Db, since: Date, most: number): Promise<Map<string, ArticleRecord[]>> {
  const named = await rowsOf(
    db,
    { provider: text, id: text },
    sql`
    select provider, id from (
      select p.provider, a.id, row_number() over (partition by p.provider order by a.published_at desc, a.id) as place
      from articles a cross join unnest(a.providers) as p (provider) where a.published_at >= ${at(since)}
    ) ranked where place <= ${most}::int order by provider, place`,
  );
  const found = await listArticlesById(db, [...new Set(named.map(({ id }) => id))]);
  const byId = new Map(found.map((article) => [article.id, article]));
  return new Map(
    [...groupBy(named, ({ provider }) => provider)].map(([provider, rows]) => [provider, rows.flatMap(({ id }) => byId.get(id) ?? [])]),
  );
}

/** Publication times of the articles since a moment, by the provider that they name. */
export async function listNamingTimes(db: Db, since: Date): Promise<Map<string, Date[]>> {
  const rows = await rowsOf(
    db,
    { provider: text, at: time },
    sql`select provider, published_at as at from articles, unnest(providers) as provider where published_at >= ${at(since)}`,
  );
  return new Map([...groupBy(rows, ({ provider }) => provider)].map(([provider, named]) => [provider, named.map((row) => row.at)]));
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

/** With raw texts, title and snippet were derived from them under the rules of this process. */
export type NewArticle = Omit<typeof articles.$inferInsert, "words" | "contentHash" | "rulesVersion" | "textLost"> & { raw?: RawTexts };

export interface StoredArticles {
  added: number;
  changed: number;
}

/** Texts that came without raw ones are sanitized when they are read, until the job has done so. */
const NOT_DERIVED = "0";

const asRow = (row: NewArticle) => ({
  ...row,
  contentHash: row.raw === undefined ? null : contentHashOf(row.raw),
  rulesVersion: row.raw === undefined ? NOT_DERIVED : RULES_VERSION,
  textLost: false,
});

/**
 * Corrections count only from an article's own source. First fetch, URL and known dates stay;
 * estimated dates give way to real ones.
 */
export async function storeArticles(tx: Db, rows: readonly NewArticle[]): Promise<StoredArticles> {
  if (rows.length === 0) return { added: 0, changed: 0 };
  const stored = await rowsOf(
    tx,
    { id: text, isNew: boolean },
    sql`
    insert into articles as a (id, source_id, source_name, source_domain, guid, url, title, snippet, categories, providers, published_at, is_date_estimated, fetched_at, content_hash, rules_version, text_lost, words)
    select id, source_id, source_name, source_domain, guid, url, r.title, r.snippet, categories, providers, published_at, is_date_estimated, fetched_at, content_hash, rules_version, text_lost, ${indexedWords()}
    from jsonb_populate_recordset(null::articles, ${inColumnNames(articles, rows.map(asRow))}::jsonb) as r
    join jsonb_to_recordset(${JSON.stringify(rows.map(asWords))}::jsonb) as w(id text, title text, snippet text) using (id)
    on conflict (id) do update set
      source_name = excluded.source_name,
      source_domain = excluded.source_domain,
      guid = coalesce(a.guid, excluded.guid),
      title = excluded.title,
      snippet = excluded.snippet,
      content_hash = excluded.content_hash,
      rules_version = excluded.rules_version,
      text_lost = excluded.text_lost,
      words = excluded.words,
      categories = excluded.categories,
      providers = excluded.providers,
      published_at = case when a.is_date_estimated and not excluded.is_date_estimated then excluded.published_at else a.published_at end,
      is_date_estimated = a.is_date_estimated and excluded.is_date_estimated
    where a.source_id = excluded.source_id and (
      (a.source_name, a.source_domain, a.title, a.snippet, a.categories, a.providers, a.content_hash, a.rules_version)
        is distinct from (excluded.source_name, excluded.source_domain, excluded.title, excluded.snippet, excluded.categories, excluded.providers, excluded.content_hash, excluded.rules_version)
      or (a.guid is null and excluded.guid is not null)
      or (a.is_date_estimated and not excluded.is_date_estimated))
    returning a.id, (xmax = 0) as "isNew"`,
  );
  const ids = new Set(stored.map(({ id }) => id));
  await saveRawTexts(
    tx,
    rows.flatMap(({ id, raw }) => (raw !== undefined && ids.has(id) ? [{ id, raw }] : [])),
  );
  const added = stored.filter((row) => row.isNew).length;
  return { added, changed: stored.length - added };
}
