import { sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { run } from "@/db/statements";
import type { ArticleTexts } from "@/lib/domain/news/derive-texts";
import { searchWords } from "@/lib/domain/news/search/search-words";
import { RULES_VERSION } from "@/lib/domain/news/sanitize/sanitize";

/** The search index of an article: the words of its derived texts, never of the raw ones. */

export const asWords = ({ id, title, snippet }: ArticleTexts & { id: string }) => ({
  id,
  title: searchWords(title).join(" "),
  snippet: searchWords(snippet).join(" "),
});

/** Stop words take positions without being indexed, so no phrase matches across title and snippet. */
const BETWEEN = "the ".repeat(8);

/** Builds the search vector from `title` and `snippet` of a record set `w`. */
export const indexedWords = (): SQL =>
  sql`setweight(to_tsvector('english', w.title), 'A') || setweight(to_tsvector('english', ${BETWEEN} || w.snippet), 'B')`;

type RenewedTexts = ArticleTexts & { id: string; providers: readonly string[] };

export async function updateTexts(tx: Db, rows: readonly RenewedTexts[]): Promise<void> {
  if (rows.length === 0) return;
  await run(
    tx,
    sql`
    update articles a set title = r.title, snippet = r.snippet, providers = r.providers, rules_version = ${RULES_VERSION}, words = ${indexedWords()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, title text, snippet text, providers text[])
    join jsonb_to_recordset(${JSON.stringify(rows.map(asWords))}::jsonb) as w(id text, title text, snippet text) using (id)
    where a.id = r.id`,
  );
}
