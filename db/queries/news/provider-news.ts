import { and, desc, gte, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { articles } from "@/db/schema/news";
import { withDerivedTexts } from "./derived-texts";
import { isAttentionProvider } from "@/lib/domain/attention/attention-terms";

export interface ProviderNews {
  /** Number of all matching articles, of which `newest` lists only the first. */
  count: number;
  newest: { title: string; url: string; source: string; publishedAt: Date }[];
}

const wholeWordPattern = (name: string): string => `(^|[^[:alnum:]])${name.replace(/[^\p{L}\p{N}\s]/gu, "\\$&")}($|[^[:alnum:]])`;

/** Articles since a time that name a provider, by its attention terms or else by its name. */
export async function listProviderNews(
  db: Db,
  { id, name }: { id: string; name: string },
  since: Date,
  limit: number,
): Promise<ProviderNews> {
  // The strpos check rejects nearly every article; the pattern alone costs fifteen times as much.
  const isNamedIn = (column: SQL): SQL => sql`(strpos(${column}, ${name}) > 0 and ${column} ~ ${wholeWordPattern(name)})`;
  const isNamed = isAttentionProvider(id)
    ? sql`providers && array[${id}]::text[]`
    : sql`(${isNamedIn(sql`title`)} or ${isNamedIn(sql`snippet`)})`;
  const { id: articleId, title, snippet, url, sourceName, publishedAt, contentHash, rulesVersion } = articles;
  const rows = await db
    .select({
      id: articleId,
      title,
      snippet,
      url,
      sourceName,
      publishedAt,
      contentHash,
      rulesVersion,
      count: sql<number>`count(*) over ()::int`,
    })
    .from(articles)
    .where(and(gte(publishedAt, since), isNamed))
    .orderBy(desc(publishedAt), articles.id)
    .limit(limit);
  const newest = await withDerivedTexts(db, rows);
  return {
    count: rows[0]?.count ?? 0,
    newest: newest.map((row) => ({ title: row.title, url: row.url, source: row.sourceName, publishedAt: row.publishedAt })),
  };
}
