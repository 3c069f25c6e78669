import { sql } from "drizzle-orm";
import { rowsOf, toDate, type Db } from "@/db/client";
import { anyOf, phrase, placesOf } from "./search-index";
import type { SearchMatch } from "@/lib/domain/news/search/search-relevance";
import type { PlacesOfWords, WeekSets } from "@/lib/domain/news/search/search-places";
import { placeSet, type PlaceSet } from "@/lib/domain/news/search/place-sets";
import { marksOfList, weekMark } from "@/lib/domain/news/search/week-blocks";
import { addArticle, finishEdition, newDraft, type KeyPlaces } from "@/lib/domain/news/search/week-edition";

/** The search visits what few articles there are faster. */
const MIN_ARTICLES = 100;
/** The embedded database answers nothing else while a statement runs. */
const [READ_AT_ONCE, WRITTEN_AT_ONCE] = [100, 60];

/** Weeks before one that have no edition, the newest first. */
export async function listUneditedWeeks(db: Db, before: number): Promise<number[]> {
  return (
    await rowsOf<{ week: number }>(
      db,
      sql`select week from news_weeks w where not exists (select 1 from news_editions e where e.edition = w.edition) and articles >= ${MIN_ARTICLES} and week < ${before} order by week desc`,
    )
  ).map(({ week }) => week);
}

/** Removes editions that do not hold, or no longer. A search that began before finds them gone and asks the index. */
export async function dropPastEditions(db: Db): Promise<void> {
  await db.execute(sql`
    with past as (delete from news_editions e where not exists (select 1 from news_weeks w where w.edition = e.edition) returning edition),
      words as (delete from news_edition_words where edition in (select edition from past))
    delete from news_edition_articles where edition in (select edition from past)`);
}

interface WeekArticle {
  id: string;
  publishedAt: Date;
}

const byNewest = (a: WeekArticle, b: WeekArticle): number => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? -1 : 1);

async function listWeek(db: Db, week: number): Promise<WeekArticle[]> {
  const rows = await rowsOf<{ id: string; published_at: string }>(
    db,
    sql`select article_id as id, published_at from article_words where words @@ ${anyOf([weekMark(week)])}::tsquery`,
  );
  return rows.map(({ id, published_at: publishedAt }) => ({ id, publishedAt: toDate(publishedAt) })).toSorted(byNewest);
}

function* parts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** In parts: neither the database nor this process is kept from other work for long. */
async function editionOf(db: Db, articles: readonly WeekArticle[]): Promise<KeyPlaces[]> {
  const draft = newDraft();
  for (const part of parts(articles, READ_AT_ONCE)) {
    const rows = await rowsOf<{ id: string; words: string }>(
      db,
      sql`select article_id as id, words::text as words from article_words where article_id in (select jsonb_array_elements_text(${JSON.stringify(part.map(({ id }) => id))}::jsonb))`,
    );
    const wordsById = new Map(rows.map(({ id, words }) => [id, words]));
    for (const { id } of part) addArticle(draft, wordsById.get(id) ?? "");
  }
  return finishEdition(draft);
}

async function storeEdition(db: Db, week: number, articles: readonly WeekArticle[], keys: readonly KeyPlaces[]): Promise<number | null> {
  const [row] = await rowsOf<{ edition: number }>(
    db,
    sql`insert into news_editions (week, articles) values (${week}, ${articles.length}) returning edition`,
  );
  const edition = row?.edition ?? null;
  const placed = articles.map(({ id, publishedAt }, place) => ({ place, id, at: publishedAt.toISOString() }));
  for (const part of parts(placed, READ_AT_ONCE)) {
    await db.execute(sql`
      insert into news_edition_articles (edition, place, article_id, published_at)
      select ${edition}::int, place, id, at from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as p(place int, id text, at timestamptz)`);
  }
  const written = keys.map(({ key, titles, snippets }) => ({
    key,
    titles: Buffer.from(titles).toString("base64"),
    snippets: Buffer.from(snippets).toString("base64"),
  }));
  for (const part of parts(written, WRITTEN_AT_ONCE)) {
    await db.execute(sql`
      insert into news_edition_words (key, edition, titles, snippets)
      select key, ${edition}::int, decode(titles, 'base64'), decode(snippets, 'base64') from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as k(key text, titles text, snippets text)`);
  }
  return edition;
}

/**
 * Makes the edition of a week; false where the week changed meanwhile, and nothing holds. One statement after the
 * other, in no transaction: in the embedded database all others would wait for it.
 */
export async function editWeek(db: Db, week: number): Promise<boolean> {
  const [before] = await rowsOf<{ revision: number }>(db, sql`select revision from news_weeks where week = ${week}`);
  const articles = await listWeek(db, week);
  const edition = await storeEdition(db, week, articles, await editionOf(db, articles));
  return (
    (
      await rowsOf(
        db,
        sql`update news_weeks set edition = ${edition} where week = ${week} and revision = ${before?.revision ?? null} returning week`,
      )
    ).length > 0
  );
}

const setOf = (base64: string): PlaceSet => Buffer.from(base64, "base64");

export interface ReadSets extends WeekSets {
  words: Map<string, PlacesOfWords>;
  marks: Map<string, PlaceSet>;
}

/**
 * The sets of these words and marks in each edition that is still there, as one text: thousands of small sets are read
 * in no time.
 */
export async function readEditions(
  db: Db,
  { words, marks }: { words: readonly string[]; marks: readonly string[] },
  editions: readonly number[],
): Promise<Map<number, ReadSets>> {
  if (editions.length === 0) return new Map();
  // Written out, so that the plan is made for as many as there are.
  const asked = [...words.map((word) => sql`${phrase(word)}::text`), ...marks.map((mark) => sql`${mark}::text`)].map(
    (key, n) => sql`(${sql.raw(String(n))}, ${key})`,
  );
  const wanted = sql`${`{${editions.join(",")}}`}::int[]`;
  const sets = sql`(select string_agg(concat_ws(' ', n, edition, encode(titles, 'base64'), encode(snippets, 'base64')), ';') from (values ${sql.join(asked, sql`, `)}) as asked(n, key) join news_edition_words using (key) where edition = any(${wanted}))`;
  const [row] = await rowsOf<{ editions: string | null; sets: string | null }>(
    db,
    sql`select (select string_agg(edition || ' ' || articles, ';') from news_editions where edition = any(${wanted})) as editions, ${asked.length > 0 ? sets : sql`null`} as sets`,
  );
  const found = new Map<number, ReadSets>();
  for (const text of row?.editions?.split(";") ?? []) {
    const [edition = "", articles] = text.split(" ");
    found.set(Number(edition), { articles: Number(articles), words: new Map(), marks: new Map() });
  }
  for (const text of row?.sets?.split(";") ?? []) {
    const [n, edition, titles = "", snippets = ""] = text.split(" ");
    const [sets, position] = [found.get(Number(edition)), Number(n)];
    const word = words[position];
    if (word !== undefined) sets?.words.set(word, { titles: setOf(titles), snippets: setOf(snippets) });
    else sets?.marks.set(marks[position - words.length] ?? "", setOf(titles));
  }
  return found;
}

/** Words, and weeks whose editions have no sets of them. */
export interface RareWords {
  words: string;
  /** In falling order. */
  weeks: readonly { week: number; edition: number }[];
}

/** The same sets, read from the index: of words that few articles of these weeks hold. */
export async function readRareWords(
  db: Db,
  rare: readonly RareWords[],
): Promise<{ words: string; edition: number; places: PlacesOfWords }[]> {
  const parts = rare.map(
    ({ words, weeks }, n) => sql`
    select ${sql.raw(String(n))} as n, edition, place, ${placesOf({ terms: [words], hasAlternatives: false })} as stands
    from article_words w cross join lateral (
      -- "offset 0" has each looked up by itself, where a plan for all might read the whole table, or an edition for each.
      select edition, place from news_edition_articles e where e.article_id = w.article_id offset 0
    ) as placed
    where words @@ (${phrase(words)} && ${anyOf(marksOfList(weeks.map(({ week }) => week)))}::tsquery) and edition = any(${`{${weeks.map(({ edition }) => edition).join(",")}}`}::int[])`,
  );
  const [row] = await rowsOf<{ found: string | null }>(
    db,
    sql`select string_agg(concat_ws(' ', n, edition, place, stands), ';' order by place) as found from (${sql.join(parts, sql` union all `)}) as parts`,
  );
  const found = new Map<string, { words: string; edition: number; titles: number[]; snippets: number[] }>();
  for (const text of row?.found?.split(";") ?? []) {
    const [n = "", edition = "", place, stands] = text.split(" ");
    const known = found.get(`${n} ${edition}`) ?? {
      words: rare[Number(n)]?.words ?? "",
      edition: Number(edition),
      titles: [],
      snippets: [],
    };
    found.set(`${n} ${edition}`, known);
    if (stands !== "2") known.titles.push(Number(place));
    if (stands !== "1") known.snippets.push(Number(place));
  }
  return [...found.values()].map(({ words, edition, titles, snippets }) => ({
    words,
    edition,
    places: { titles: placeSet(titles), snippets: placeSet(snippets) },
  }));
}

export interface EditionPlace {
  edition: number;
  place: number;
}

/** The articles at these places, in their order; null where an edition is no longer there. */
export async function listPlaces(db: Db, places: readonly EditionPlace[]): Promise<Pick<SearchMatch, "id" | "publishedAtMs">[] | null> {
  if (places.length === 0) return [];
  const [row] = await rowsOf<{ articles: string | null }>(
    db,
    sql`
    select string_agg(article_id || ' ' || (extract(epoch from published_at) * 1000)::bigint, ';' order by n) as articles
    from jsonb_to_recordset(${JSON.stringify(places.map(({ edition: e, place: p }, n) => ({ n, e, p })))}::jsonb) as asked(n int, e int, p int)
    join news_edition_articles on edition = e and place = p`,
  );
  const articles = (row?.articles ?? "")
    .split(";")
    .map((text) => text.split(" "))
    .map(([id = "", ms]) => ({ id, publishedAtMs: Number(ms) }));
  return articles.length === places.length ? articles : null;
}
