import { sql, type SQL } from "drizzle-orm";
import { rowsOf, toDate, type Db } from "@/db/client";
import { isAttentionProvider } from "@/lib/domain/attention/attention-terms";

export interface NamingNews {
  /** All that name it; `newest` holds the first of them. */
  count: number;
  newest: { title: string; url: string; source: string; publishedAt: Date }[];
}

/** The name as it is written, with no letter or digit on either side. */
const standsAlone = (name: string): string => `(^|[^[:alnum:]])${name.replace(/[^\p{L}\p{N}\s]/gu, "\\$&")}($|[^[:alnum:]])`;

/** Articles since a time that name a provider: by the terms of the attention index where it is one of its twelve, else by its name in title or snippet. */
export async function listNewsNaming(db: Db, { id, name }: { id: string; name: string }, since: Date, limit: number): Promise<NamingNews> {
  // Looking for the bare text first spares nearly every article the pattern, which costs fifteen times as much.
  const namedIn = (column: SQL): SQL => sql`(strpos(${column}, ${name}) > 0 and ${column} ~ ${standsAlone(name)})`;
  const isNamed = isAttentionProvider(id)
    ? sql`providers && array[${id}]::text[]`
    : sql`(${namedIn(sql`title`)} or ${namedIn(sql`snippet`)})`;
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
