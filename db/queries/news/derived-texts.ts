import { createHash } from "node:crypto";
import { asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { articles, rawTexts } from "@/db/schema/news";
import { run } from "@/db/statements";
import { providersNamedIn } from "@/lib/domain/attention/attention-terms";
import { remember } from "@/lib/domain/basics/remember";
import { deriveTexts, type ArticleTexts, type RawTexts } from "@/lib/domain/news/derive-texts";
import { RULES_VERSION, sanitizeSnippet, sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";
import { upsertRows } from "../upsert-rows";
import { updateTexts } from "./news-words";

/** The only reader of raw texts. All answers, searches, stories and feeds get an article's texts here. */

export const contentHashOf = ({ title, body }: RawTexts): string =>
  createHash("sha256").update(`${title}\n${body}`).digest("hex").slice(0, 32);

export async function saveRawTexts(tx: Db, rows: readonly { id: string; raw: RawTexts }[]): Promise<void> {
  const values = rows.map(({ id, raw }) => ({ articleId: id, title: raw.title, body: raw.body, contentHash: contentHashOf(raw) }));
  await upsertRows(tx, rawTexts, values);
}

interface StoredTexts extends ArticleTexts {
  id: string;
  sourceName: string;
  contentHash: string | null;
  rulesVersion: string;
}

/** Between a change of the rules and the job's run every answer asks for the same texts. */
const KEPT_TEXTS = 2000;
/** Derived by the rules of this process, so that a text needs no version in its key. */
const derivedOf = remember((key: string): ArticleTexts => {
  const [sourceName = "", title = "", body = ""] = JSON.parse(key) as string[];
  return deriveTexts({ title, body }, sourceName);
}, KEPT_TEXTS);
const cleanedOf = remember((key: string): ArticleTexts => {
  const [title = "", snippet = ""] = JSON.parse(key) as string[];
  return { title: sanitizeTitle(title), snippet: sanitizeSnippet(snippet) };
}, KEPT_TEXTS);

async function listRawTexts(db: Db, ids: readonly string[]): Promise<Map<string, RawTexts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(rawTexts)
    .where(inArray(rawTexts.articleId, [...ids]));
  return new Map(rows.map(({ articleId, title, body }) => [articleId, { title, body }]));
}

/** Texts whose raw form was never stored are sanitized once more. */
const textsOf = (row: StoredTexts, raw: RawTexts | undefined): ArticleTexts =>
  raw === undefined
    ? cleanedOf(JSON.stringify([row.title, row.snippet]))
    : derivedOf(JSON.stringify([row.sourceName, raw.title, raw.body]));

/** The rows with title and snippet as today's rules derive them. Rows stored under this version need no work. */
export async function withDerivedTexts<Row extends StoredTexts>(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const outdated = rows.filter(({ rulesVersion }) => rulesVersion !== RULES_VERSION);
  if (outdated.length === 0) return [...rows];
  const raw = await listRawTexts(
    db,
    outdated.filter(({ contentHash }) => contentHash !== null).map(({ id }) => id),
  );
  return rows.map((row) => (row.rulesVersion === RULES_VERSION ? row : { ...row, ...textsOf(row, raw.get(row.id)) }));
}

/** Derives a batch of articles anew, with their entries in search and attention index. Returns their number. */
export async function rederiveTexts(tx: Db, limit: number): Promise<number> {
  const { id, title, snippet, sourceName, contentHash, rulesVersion, categories } = articles;
  const rows = await tx
    .select({ id, title, snippet, sourceName, contentHash, rulesVersion, categories })
    .from(articles)
    .where(ne(rulesVersion, RULES_VERSION))
    .orderBy(asc(id))
    .limit(limit);
  const derived = await withDerivedTexts(tx, rows);
  await updateTexts(
    tx,
    derived.map((row) => ({
      id: row.id,
      title: row.title,
      snippet: row.snippet,
      providers: providersNamedIn(row.title, row.snippet, row.categories.join(" "), row.sourceName),
    })),
  );
  return rows.length;
}

/** Titles of stories follow those of their first articles. */
export const renewHeroTitles = async (tx: Db): Promise<number> =>
  run(
    tx,
    sql`update news_clusters c set hero_title = a.title from articles a where a.id = c.hero_id and a.title <> c.hero_title returning 1`,
  );

/** Flags articles that have lost words to earlier rules for good. Their feed was read in full and no longer has them. */
export const flagLostTexts = async (tx: Db, sourceId: string): Promise<number> =>
  run(
    tx,
    sql`
    update articles set text_lost = true
    where ${eq(articles.sourceId, sourceId)} and content_hash is null and not text_lost
      and (title || ' ' || snippet) ~ '\\[(content removed|blocked-token)\\]' returning 1`,
  );
