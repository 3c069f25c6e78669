import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { integer, orNull, rowsOf, run, text, time } from "@/db/statements";
import { anyOf, phrase, termFields } from "./search-index";
import type { SearchMatch } from "@/lib/domain/news/search/search-relevance";
import type { TermPostings, SegmentPostings } from "@/lib/domain/news/search/match-segment";
import { toPostings, type Postings } from "@/lib/domain/news/search/postings";
import { marksOfWeekList, weekMark } from "@/lib/domain/news/search/week-blocks";
import { addArticle, finishSegment, newSegmentBuilder, type KeyPostings } from "@/lib/domain/news/search/build-segment";

/** Segments are stored in the tables `news_edition*`: `edition` is a segment, `place` an ordinal in it. */

/** Below this many articles in a week the index is as fast as a segment. */
const MIN_ARTICLES = 100;
/** The embedded database blocks while a statement runs: reads and writes go in batches of this many rows. */
const [READ_BATCH, WRITE_BATCH] = [100, 60];

export async function listWeeksWithoutSegment(db: Db, before: number): Promise<number[]> {
  return (
    await rowsOf(
      db,
      { week: integer },
      sql`select week from news_weeks w where not exists (select 1 from news_editions e where e.edition = w.edition) and articles >= ${MIN_ARTICLES} and week < ${before} order by week desc`,
    )
  ).map(({ week }) => week);
}

/** Removes segments that no week refers to any more. A search under way finds them gone and falls back to the index. */
export async function dropStaleSegments(db: Db): Promise<void> {
  await run(
    db,
    sql`
    with past as (delete from news_editions e where not exists (select 1 from news_weeks w where w.edition = e.edition) returning edition),
      words as (delete from news_edition_words where edition in (select edition from past))
    delete from news_edition_articles where edition in (select edition from past)`,
  );
}

interface WeekArticle {
  id: string;
  publishedAt: Date;
}

const byNewest = (a: WeekArticle, b: WeekArticle): number => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? -1 : 1);

async function listWeek(db: Db, week: number): Promise<WeekArticle[]> {
  const rows = await rowsOf(
    db,
    { id: text, publishedAt: time },
    sql`select article_id as id, published_at as "publishedAt" from article_words where words @@ ${anyOf([weekMark(week)])}::tsquery`,
  );
  return rows.toSorted(byNewest);
}

function* batches<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

async function postingsOfWeek(db: Db, articles: readonly WeekArticle[]): Promise<KeyPostings[]> {
  const builder = newSegmentBuilder();
  for (const batch of batches(articles, READ_BATCH)) {
    const rows = await rowsOf(
      db,
      { id: text, words: text },
      sql`select article_id as id, words::text as words from article_words where article_id in (select jsonb_array_elements_text(${JSON.stringify(batch.map(({ id }) => id))}::jsonb))`,
    );
    const wordsById = new Map(rows.map(({ id, words }) => [id, words]));
    for (const { id } of batch) addArticle(builder, wordsById.get(id) ?? "");
  }
  return finishSegment(builder);
}

async function storeSegment(db: Db, week: number, articles: readonly WeekArticle[], keys: readonly KeyPostings[]): Promise<number | null> {
  const [row] = await rowsOf(
    db,
    { edition: integer },
    sql`insert into news_editions (week, articles) values (${week}, ${articles.length}) returning edition`,
  );
  const segment = row?.edition ?? null;
  const ordered = articles.map(({ id, publishedAt }, place) => ({ place, id, at: publishedAt.toISOString() }));
  for (const batch of batches(ordered, READ_BATCH)) {
    await run(
      db,
      sql`
      insert into news_edition_articles (edition, place, article_id, published_at)
      select ${segment}::int, place, id, at from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as p(place int, id text, at timestamptz)`,
    );
  }
  const encoded = keys.map(({ key, titles, snippets }) => ({
    key,
    titles: Buffer.from(titles).toString("base64"),
    snippets: Buffer.from(snippets).toString("base64"),
  }));
  for (const batch of batches(encoded, WRITE_BATCH)) {
    await run(
      db,
      sql`
      insert into news_edition_words (key, edition, titles, snippets)
      select key, ${segment}::int, decode(titles, 'base64'), decode(snippets, 'base64') from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as k(key text, titles text, snippets text)`,
    );
  }
  return segment;
}

/** False when the week changed meanwhile. Not in a transaction: in the embedded database every other query would wait for it. */
export async function buildWeekSegment(db: Db, week: number): Promise<boolean> {
  const [before] = await rowsOf(db, { revision: integer }, sql`select revision from news_weeks where week = ${week}`);
  const articles = await listWeek(db, week);
  const segment = await storeSegment(db, week, articles, await postingsOfWeek(db, articles));
  const written = await run(
    db,
    sql`update news_weeks set edition = ${segment} where week = ${week} and revision = ${before?.revision ?? null} returning 1`,
  );
  return written > 0;
}

const decodePostings = (base64: string): Postings => Buffer.from(base64, "base64");

export interface ReadSegment extends SegmentPostings {
  words: Map<string, TermPostings>;
  marks: Map<string, Postings>;
}

/** Postings of every segment that still exists, as one text: thousands of small rows are slow to read. */
export async function readSegments(
  db: Db,
  { words, marks }: { words: readonly string[]; marks: readonly string[] },
  segments: readonly number[],
): Promise<Map<number, ReadSegment>> {
  if (segments.length === 0) return new Map();
  // Inlined as VALUES, so that the planner knows how many keys there are.
  const keys = [...words.map((word) => sql`${phrase(word)}::text`), ...marks.map((mark) => sql`${mark}::text`)].map(
    (key, n) => sql`(${sql.raw(String(n))}, ${key})`,
  );
  const segmentIds = sql`${`{${segments.join(",")}}`}::int[]`;
  const postings = sql`(select string_agg(concat_ws(' ', n, edition, encode(titles, 'base64'), encode(snippets, 'base64')), ';') from (values ${sql.join(keys, sql`, `)}) as keys(n, key) join news_edition_words using (key) where edition = any(${segmentIds}))`;
  const [row] = await rowsOf(
    db,
    { segments: orNull(text), postings: orNull(text) },
    sql`select (select string_agg(edition || ' ' || articles, ';') from news_editions where edition = any(${segmentIds})) as segments, ${keys.length > 0 ? postings : sql`null`} as postings`,
  );
  const found = new Map<number, ReadSegment>();
  for (const text of row?.segments?.split(";") ?? []) {
    const [segment = "", articles] = text.split(" ");
    found.set(Number(segment), { articles: Number(articles), words: new Map(), marks: new Map() });
  }
  for (const text of row?.postings?.split(";") ?? []) {
    const [n, segmentId, titles = "", snippets = ""] = text.split(" ");
    const [segment, position] = [found.get(Number(segmentId)), Number(n)];
    const word = words[position];
    if (word !== undefined) segment?.words.set(word, { titles: decodePostings(titles), snippets: decodePostings(snippets) });
    else segment?.marks.set(marks[position - words.length] ?? "", decodePostings(titles));
  }
  return found;
}

export interface RareTerm {
  term: string;
  /** The newest first. */
  weeks: readonly { week: number; segment: number }[];
}

/** The postings that segments lack, computed from the index: for terms that few articles of these weeks hold. */
export async function readRareTerms(
  db: Db,
  rare: readonly RareTerm[],
): Promise<{ term: string; segment: number; postings: TermPostings }[]> {
  const queries = rare.map(
    ({ term, weeks }, n) => sql`
    select ${sql.raw(String(n))} as n, edition, place, ${termFields({ terms: [term], hasAlternatives: false })} as fields
    from article_words w cross join lateral (
      -- "offset 0" keeps this a lookup per article: a joint plan might read the whole table.
      select edition, place from news_edition_articles e where e.article_id = w.article_id offset 0
    ) as placed
    where words @@ (${phrase(term)} && ${anyOf(marksOfWeekList(weeks.map(({ week }) => week)))}::tsquery) and edition = any(${`{${weeks.map(({ segment }) => segment).join(",")}}`}::int[])`,
  );
  const [row] = await rowsOf(
    db,
    { found: orNull(text) },
    sql`select string_agg(concat_ws(' ', n, edition, place, fields), ';' order by place) as found from (${sql.join(queries, sql` union all `)}) as queries`,
  );
  const found = new Map<string, { term: string; segment: number; titles: number[]; snippets: number[] }>();
  for (const text of row?.found?.split(";") ?? []) {
    const [n = "", segment = "", ordinal, fields] = text.split(" ");
    const entry = found.get(`${n} ${segment}`) ?? {
      term: rare[Number(n)]?.term ?? "",
      segment: Number(segment),
      titles: [],
      snippets: [],
    };
    found.set(`${n} ${segment}`, entry);
    if (fields !== "2") entry.titles.push(Number(ordinal));
    if (fields !== "1") entry.snippets.push(Number(ordinal));
  }
  return [...found.values()].map(({ term, segment, titles, snippets }) => ({
    term,
    segment,
    postings: { titles: toPostings(titles), snippets: toPostings(snippets) },
  }));
}

export interface SegmentPosition {
  segment: number;
  ordinal: number;
}

/** The articles at these positions, in their order; null when a segment no longer exists. */
export async function listArticlesAt(
  db: Db,
  positions: readonly SegmentPosition[],
): Promise<Pick<SearchMatch, "id" | "publishedAtMs">[] | null> {
  if (positions.length === 0) return [];
  const [row] = await rowsOf(
    db,
    { articles: orNull(text) },
    sql`
    select string_agg(article_id || ' ' || (extract(epoch from published_at) * 1000)::bigint, ';' order by n) as articles
    from jsonb_to_recordset(${JSON.stringify(positions.map(({ segment: e, ordinal: p }, n) => ({ n, e, p })))}::jsonb) as positions(n int, e int, p int)
    join news_edition_articles on edition = e and place = p`,
  );
  const articles = (row?.articles ?? "")
    .split(";")
    .map((text) => text.split(" "))
    .map(([id = "", ms]) => ({ id, publishedAtMs: Number(ms) }));
  return articles.length === positions.length ? articles : null;
}
