import { sql, type SQL } from "drizzle-orm";
import { rowsOf, toDate, type Db } from "@/db/client";
import { isAttentionProvider } from "@/lib/domain/attention/attention-terms";

export interface ProviderNews {
  /** Of all articles; `newest` lists only the first of them. */
  count: number;
  newest: { title: string; url: string; source: string; publishedAt: Date }[];
}

const wholeWordPattern = (name: string): string => `(^|[^[:alnum:]])${name.replace(/[^\p{L}\p{N}\s]/gu, "\\$&")}($|[^[:alnum:]])`;

/** Articles since a time that name a provider: by its attention terms where it has them, else by its name in title or snippet. */
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
  const rows = await rowsOf<{ title: string; url: string; source_name: string; published_at: string; count: number }>(
    db,
    sql`select title, url, source_name, published_at, count(*) over ()::int as count from articles
        where published_at >= ${since.toISOString()}::timestamptz and ${isNamed} order by published_at desc, id limit ${limit}`,
  );
  return {
    count: rows[0]?.count ?? 0,
    newest: rows.map((row) => ({ title: row.title, url: row.url, source: row.source_name, publishedAt: toDate(row.published_at) })),
  };
}
