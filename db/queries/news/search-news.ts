import { and, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { articles } from "@/db/schema/news";
import { float, integer, orNull, rowsOf, valueOf } from "@/db/statements";
import type { NewsFilter } from "@/lib/domain/news/news-filter";
import type { SearchQuery } from "@/lib/domain/news/search/search-query";
import { passes } from "./news";

/** The newest matches, which are counted and ranked; older ones are neither. */
export const RANKED_MATCHES = 1000;

export interface NewsSearch {
  /** Null: every article that passes the filters, the newest first. */
  query: SearchQuery | null;
  filter: NewsFilter | null;
  sourceIds: readonly string[] | null;
  from: Date | null;
  until: Date | null;
  limit: number;
}

export interface RankedArticle {
  id: string;
  relevance: number;
  /** For each term of the query: whether the article holds it. */
  holds: boolean[];
}

export interface NewsMatches {
  /** At most one more than `RANKED_MATCHES`. */
  count: number;
  best: RankedArticle[];
}

const conditionsOf = ({ query, filter, sourceIds, from, until }: NewsSearch): SQL =>
  and(
    sql`true`,
    query ? sql`${articles.words} @@ websearch_to_tsquery('english', ${query.expression})` : undefined,
    filter ? passes(filter) : undefined,
    sourceIds ? inArray(articles.sourceId, [...sourceIds]) : undefined,
    from ? gte(articles.publishedAt, from) : undefined,
    until ? lt(articles.publishedAt, until) : undefined,
  ) as SQL;

/** 0 to 1: a term counts 0.75 for each time in the title and 0.25 for each time in the snippet. */
const scoreOf = (term: string): SQL => sql`least(1, ts_rank_cd('{0, 0, 0.25, 0.75}', words, phraseto_tsquery('english', ${term})))`;

/** Relevance is 0.7 for the terms and 0.3 for recency among the ranked matches. Without terms it is 1. */
export async function searchNews(db: Db, search: NewsSearch): Promise<NewsMatches> {
  const scores = (search.query?.terms ?? []).map(scoreOf);
  const rows = await rowsOf(
    db,
    { count: integer, id: orNull(articles.id), relevance: orNull(float), holds: orNull(valueOf<boolean[]>()) },
    sql`
    with matches as materialized (
      select id, published_at, words from articles where ${conditionsOf(search)} order by published_at desc, id limit ${RANKED_MATCHES + 1}
    ), pool as (
      select id, published_at, array[${sql.join(scores, sql`, `)}]::float8[] as scores,
        extract(epoch from published_at - min(published_at) over ()) as age, extract(epoch from max(published_at) over () - min(published_at) over ()) as span
      from (select * from matches order by published_at desc, id limit ${RANKED_MATCHES}) as newest
    ), best as (
      select id, published_at, array(select score > 0 from unnest(scores) as score) as holds,
        coalesce(round((0.7 * (select avg(score) from unnest(scores) as score))::numeric + 0.3 * coalesce(age / nullif(span, 0), 1), 4), 1)::float8 as relevance
      from pool order by relevance desc, published_at desc, id limit ${search.limit}
    )
    select (select count(*)::int from matches) as count, id, relevance, holds
    from (select 1) as one left join best on true order by relevance desc, published_at desc, id`,
  );
  return {
    count: rows[0]?.count ?? 0,
    best: rows.flatMap(({ id, relevance, holds }) =>
      id === null || relevance === null || holds === null ? [] : [{ id, relevance, holds }],
    ),
  };
}

export interface Publication {
  id: string;
  name: string;
  domain: string;
}

/** Every publication with stored articles, also if it is no longer read. The index is asked once for each. */
export async function listPublications(db: Db): Promise<Publication[]> {
  return rowsOf(
    db,
    { id: articles.sourceId, name: articles.sourceName, domain: articles.sourceDomain },
    sql`
    with recursive publications as (
      (select source_id as id, source_name as name, source_domain as domain from articles order by source_id limit 1)
      union all
      select next.* from publications, lateral (
        select source_id, source_name, source_domain from articles where source_id > publications.id order by source_id limit 1
      ) as next
    ) select id, name, domain from publications`,
  );
}
