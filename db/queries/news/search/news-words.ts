import { asc, desc, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { run } from "@/db/statements";
import { articles, newsPublications, newsWeeks } from "@/db/schema/news";
import { commonPairs } from "@/lib/domain/news/search/common-pairs";
import { searchWords } from "@/lib/domain/news/search/search-words";
import { weekMarks, weekOf } from "@/lib/domain/news/search/week-blocks";

/** Raise it when the way texts are tokenized changes: everything is then indexed again. */
export const WORD_RULES = 3;

/** Stop words take positions without being indexed, so no phrase matches across title and snippet. */
const BETWEEN = "the ".repeat(8);

export interface IndexableArticle {
  id: string;
  sourceId: string;
  sourceName: string;
  sourceDomain: string;
  title: string;
  snippet: string;
  categories: readonly string[];
  providers: readonly string[];
  publishedAt: Date;
}

export const sourceMark = (sourceId: string): string => `s=${sourceId}`;
export const categoryMark = (category: string): string => `c=${category}`;
export const pairMark = (pair: string): string => `g=${pair}`;
export const providerMark = (provider: string): string => `p=${provider}`;

const indexRow = (article: IndexableArticle) => {
  const week = weekOf(article.publishedAt);
  const [title, snippet] = [searchWords(article.title), searchWords(article.snippet)];
  const pairs = new Set([...commonPairs(title), ...commonPairs(snippet)]);
  return {
    id: article.id,
    published_at: article.publishedAt.toISOString(),
    week,
    source_id: article.sourceId,
    title: title.join(" "),
    snippet: snippet.join(" "),
    marks: [
      ...weekMarks(week),
      sourceMark(article.sourceId),
      ...article.categories.map(categoryMark),
      ...article.providers.map(providerMark),
      ...[...pairs].map(pairMark),
    ],
  };
};

async function upsertPublications(tx: Db, rows: readonly IndexableArticle[]): Promise<void> {
  const publications = new Map(rows.map(({ sourceId, sourceName: name, sourceDomain: domain }) => [sourceId, { sourceId, name, domain }]));
  await tx
    .insert(newsPublications)
    .values([...publications.values()])
    .onConflictDoUpdate({
      target: newsPublications.sourceId,
      set: { name: sql`excluded.name`, domain: sql`excluded.domain` },
      setWhere: sql`(${newsPublications.name}, ${newsPublications.domain}) is distinct from (excluded.name, excluded.domain)`,
    });
}

export async function indexArticles(tx: Db, rows: readonly IndexableArticle[]): Promise<void> {
  if (rows.length === 0) return;
  await upsertPublications(tx, rows);
  await run(
    tx,
    sql`
    with incoming as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows.map(indexRow))}::jsonb) as g(id text, published_at timestamptz, week int, source_id text, title text, snippet text, marks text[])
    ), counted as (
      insert into news_weeks as w (week, articles)
      select week, sum(change) from (
        select week, 1 as change from incoming
        union all
        select floor(extract(epoch from a.published_at) / 604800)::int, -1 from article_words a join incoming on incoming.id = a.article_id
      ) as changes group by week
      on conflict (week) do update set articles = w.articles + excluded.articles, revision = w.revision + 1, edition = null
    )
    insert into article_words (article_id, published_at, source_id, words, rules)
    select id, published_at, source_id, setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', ${BETWEEN} || snippet), 'B') || array_to_tsvector(marks), ${WORD_RULES}::smallint
    from incoming
    on conflict (article_id) do update set published_at = excluded.published_at, source_id = excluded.source_id, words = excluded.words, rules = excluded.rules`,
  );
}

/** Articles after an id that are not indexed, or were indexed by older rules. */
export async function listUnindexedArticles(db: Db, afterId: string, limit: number): Promise<IndexableArticle[]> {
  const { id, sourceId, sourceName, sourceDomain, title, snippet, categories, providers, publishedAt } = articles;
  return db
    .select({ id, sourceId, sourceName, sourceDomain, title, snippet, categories, providers, publishedAt })
    .from(articles)
    .where(
      sql`${gt(id, afterId)} and not exists (select 1 from article_words w where w.article_id = ${id} and w.rules = ${WORD_RULES}::smallint)`,
    )
    .orderBy(asc(id))
    .limit(limit);
}

export interface ArchivedWeek {
  week: number;
  articles: number;
  segment: number | null;
}

export async function listArchivedWeeks(db: Db): Promise<ArchivedWeek[]> {
  const { week, articles: count, edition } = newsWeeks;
  return db.select({ week, articles: count, segment: edition }).from(newsWeeks).where(gt(count, 0)).orderBy(desc(week));
}

export interface Publication {
  sourceId: string;
  name: string;
  domain: string;
}

export async function listPublications(db: Db): Promise<Publication[]> {
  return db.select().from(newsPublications).orderBy(newsPublications.sourceId);
}

export type FoundArticle = typeof articles.$inferSelect;

export async function listArticlesById(db: Db, ids: readonly string[]): Promise<FoundArticle[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(articles)
    .where(inArray(articles.id, [...ids]));
}
