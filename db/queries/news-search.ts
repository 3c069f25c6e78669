import { sql, type SQL } from "drizzle-orm";
import { at, rowsOf, type Db } from "../client";
import { listArchivedWeeks, sourceMark, type ArchivedWeek } from "./news-words";
import type { SearchQuery } from "@/lib/domain/search-query";
import type { SearchMatch } from "@/lib/domain/search-relevance";
import { marksOfWeeks, marksSince, weekOf } from "@/lib/domain/week-blocks";

/** The newest so many matches are ranked, and so many are counted. */
export const RANKED_POOL = 2000;
export const COUNTED_MATCHES = 10_000;

/** How many of the newest articles are looked at first, to tell common words from rare ones. */
const PROBED_ARTICLES = 1000;
/** Words are not spread evenly over time. */
const MARGIN = 1.2;

/** So many sources are looked up in the index; more are told apart by the rows, which then are many of those visited. */
const INDEXED_SOURCES = 4;

export interface ArchiveSearch {
  query: SearchQuery | null;
  /** Only these; null is all. */
  sourceIds: readonly string[] | null;
  /** Each list of marks must be met by one of them at least. */
  marks: readonly (readonly string[])[];
  from: Date | null;
  /** Does not count. */
  until: Date | null;
}

export interface ArchiveMatches {
  /** How many the archive holds at all. */
  archived: number;
  /** Never more than one above COUNTED_MATCHES. */
  count: number;
  /** The newest first. */
  pool: SearchMatch[];
}

const quoted = (mark: string): string => `'${mark.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

const anyOf = (marks: readonly string[]): string => `(${marks.map(quoted).join(" | ")})`;

const phrase = (term: string): SQL => sql`phraseto_tsquery('english', ${term})`;

function wordsOf({ expression, terms, mayMatchWithoutTerms }: SearchQuery): SQL {
  const words = sql`websearch_to_tsquery('english', ${expression})`;
  return mayMatchWithoutTerms ? sql`(${words} && (${sql.join(terms.map(phrase), sql` || `)}))` : words;
}

/** One tsquery for words, marks and weeks: the index alone tells who matches. */
function tsqueryOf({ query, sourceIds, marks }: ArchiveSearch, weekMarks: readonly string[] | null): SQL {
  const sources = sourceIds && sourceIds.length <= INDEXED_SOURCES ? [sourceIds.map(sourceMark)] : [];
  const lists = [...marks, ...sources, ...(weekMarks ? [weekMarks] : [])];
  const parts = [...(query ? [wordsOf(query)] : []), ...(lists.length > 0 ? [sql`${lists.map(anyOf).join(" & ")}::tsquery`] : [])];
  return sql.join(parts, sql` && `);
}

/** What the index does not tell. */
function within({ sourceIds, from, until }: ArchiveSearch): SQL {
  const isFiltered = sourceIds !== null && sourceIds.length > INDEXED_SOURCES;
  return sql`${isFiltered ? sql`and source_id in (${sql.join(sourceIds.map((id) => sql`${id}`), sql`, `)})` : sql``} ${from ? sql`and published_at >= ${at(from)}` : sql``} ${until ? sql`and published_at < ${at(until)}` : sql``}`;
}

async function countAmong(db: Db, search: ArchiveSearch, weekMarks: readonly string[]): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from article_words where words @@ (${tsqueryOf(search, weekMarks)}) ${within(search)}`);
  return row?.count ?? 0;
}

/** For every term a bit of a number, set where it stands with that weight. */
function maskOf(terms: readonly string[], weight: "A" | "B"): SQL {
  if (terms.length === 0) return sql`0`;
  const bits = terms.map((term, position) => sql`case when words @@ regexp_replace(${phrase(term)}::text, '''( |$)', ${`':${weight}\\1`}, 'g')::tsquery then ${sql.raw(String(1 << position))} else 0 end`);
  return sql`(${sql.join(bits, sql` + `)})`;
}

interface Found {
  count: number;
  pool: string | null;
}

function matchOf(line: string): SearchMatch {
  const [id = "", ms, inTitle, inSnippet] = line.split(" ");
  return { id, publishedAtMs: Number(ms), inTitle: Number(inTitle), inSnippet: Number(inSnippet) };
}

/** Rows travel as one text: two thousand are read in no time. */
async function matchesAmong(db: Db, search: ArchiveSearch, weekMarks: readonly string[] | null): Promise<Omit<ArchiveMatches, "archived">> {
  const terms = search.query?.terms ?? [];
  const [row] = await rowsOf<Found>(
    db,
    sql`
    with matches as materialized (
      select count(*)::int as count, array_agg(place) filter (where position <= ${RANKED_POOL}) as newest
      from (select ctid as place, row_number() over (order by published_at desc) as position from article_words where words @@ (${tsqueryOf(search, weekMarks)}) ${within(search)}) as numbered
    )
    select (select count from matches) as count, string_agg(article_id || ' ' || (extract(epoch from published_at) * 1000)::bigint || ' ' || ${maskOf(terms, "A")} || ' ' || ${maskOf(terms, "B")}, E'\n') as pool
    from article_words where ctid = any((select newest from matches)::tid[])`,
  );
  const pool = (row?.pool ?? "").split("\n").filter((line) => line !== "").map(matchOf);
  return { count: Math.min(row?.count ?? 0, COUNTED_MATCHES + 1), pool: pool.toSorted((a, b) => b.publishedAtMs - a.publishedAtMs || (a.id < b.id ? -1 : 1)) };
}

const sum = (weeks: readonly ArchivedWeek[]): number => weeks.reduce((total, { articles }) => total + articles, 0);

/** The newest weeks that hold so many articles. */
function newestHolding(weeks: readonly ArchivedWeek[], articles: number): ArchivedWeek[] {
  let held = 0;
  const end = weeks.findIndex((week) => (held += week.articles) >= articles);
  return end < 0 ? [...weeks] : weeks.slice(0, end + 1);
}

const lastOf = (weeks: readonly ArchivedWeek[]): number => weeks.at(-1)?.week ?? 0;

/**
 * The newest matches and how many there are. A common word is looked for in as many of the newest weeks as
 * hold enough of it, a rare one everywhere: either way the work is bounded by what is counted.
 */
export async function searchArchive(db: Db, search: ArchiveSearch): Promise<ArchiveMatches> {
  const archive = await listArchivedWeeks(db);
  const archived = sum(archive);
  const [first, last] = [search.from ? weekOf(search.from) : -Infinity, search.until ? weekOf(new Date(search.until.getTime() - 1)) : Infinity];
  const weeks = archive.filter(({ week }) => week >= first && week <= last);
  const newest = weeks[0];
  if (!newest || search.sourceIds?.length === 0 || search.marks.some((marks) => marks.length === 0)) return { archived, count: 0, pool: [] };
  const isOpen = newest.week === archive[0]?.week;
  const marksUpTo = (span: readonly ArchivedWeek[]): string[] => (isOpen ? marksSince(lastOf(span), newest.week) : marksOfWeeks(lastOf(span), newest.week));
  const probed = newestHolding(weeks, PROBED_ARTICLES);
  const share = (await countAmong(db, search, marksUpTo(probed))) / sum(probed);
  const span = share > 0 ? newestHolding(weeks, ((COUNTED_MATCHES + 1) / share) * MARGIN) : weeks;
  if (span.length < weeks.length) {
    const found = await matchesAmong(db, search, marksUpTo(span));
    if (found.count > COUNTED_MATCHES) return { archived, ...found };
  }
  const isIndexed = search.query !== null || search.marks.length > 0 || (search.sourceIds?.length ?? Infinity) <= INDEXED_SOURCES;
  const isWhole = weeks.length === archive.length && isIndexed;
  return { archived, ...(await matchesAmong(db, search, isWhole ? null : marksUpTo(weeks))) };
}
