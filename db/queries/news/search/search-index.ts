import { sql, type SQL } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { integer, orNull, rowsOf, text } from "@/db/statements";
import { pairMark, sourceMark, type ArchivedWeek } from "./news-words";
import { commonPairs } from "@/lib/domain/news/search/common-pairs";
import type { SearchQuery } from "@/lib/domain/news/search/search-query";
import type { SearchMatch } from "@/lib/domain/news/search/search-relevance";
import { marksOfWeekList, marksOfWeekRange, marksSince, shareOfWeek, startOfWeek } from "@/lib/domain/news/search/week-blocks";

export const RANKED_POOL = 2000;
export const COUNTED_MATCHES = 10_000;

/** How many of the newest articles are sampled to estimate how frequent the query is. */
const PROBED_ARTICLES = 1000;
/** Matches are not spread evenly over time; a span that falls short is searched again. */
const COUNT_MARGIN = 1.1;
const POOL_MARGIN = 1.5;

/** Up to this many sources are filtered by the index. With more, filtering rows is cheaper, since most visited rows pass. */
export const INDEXED_SOURCES = 4;

export interface ArchiveSearch {
  query: SearchQuery | null;
  /** Null: all sources. */
  sourceIds: readonly string[] | null;
  /** Every list must be met by at least one of its marks. */
  marks: readonly (readonly string[])[];
  from: Date | null;
  /** Exclusive. */
  until: Date | null;
}

export interface ArchiveMatches {
  archived: number;
  /** Capped at COUNTED_MATCHES + 1. */
  count: number;
  /** The newest matches, unordered. */
  pool: SearchMatch[];
}

const quoted = (mark: string): string => `'${mark.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

export const anyOf = (marks: readonly string[]): string => `(${marks.map(quoted).join(" | ")})`;

export const phrase = (term: string): SQL => sql`phraseto_tsquery('english', ${term})`;

function wordsQuery({ expression, terms, hasAlternatives, hasExclusions }: SearchQuery): SQL {
  const words = sql`websearch_to_tsquery('english', ${expression})`;
  // `a or -b` also matches articles without any term; those are not searched for.
  return hasAlternatives && hasExclusions ? sql`(${words} && (${sql.join(terms.map(phrase), sql` || `)}))` : words;
}

/** A phrase of common words is looked up as a pair: each word alone matches nearly every article. */
function pairMarkLists(query: SearchQuery | null): string[][] {
  if (!query || query.hasAlternatives) return [];
  return query.terms.flatMap((term) => commonPairs(term.split(" "))).map((pair) => [pairMark(pair)]);
}

function tsqueryOf({ query, sourceIds, marks }: ArchiveSearch, weekMarks: readonly string[] | null): SQL {
  const sources = sourceIds && sourceIds.length <= INDEXED_SOURCES ? [sourceIds.map(sourceMark)] : [];
  const lists = [...marks, ...sources, ...pairMarkLists(query), ...(weekMarks ? [weekMarks] : [])];
  const parts = [...(query ? [wordsQuery(query)] : []), ...(lists.length > 0 ? [sql`${lists.map(anyOf).join(" & ")}::tsquery`] : [])];
  return sql.join(parts, sql` && `);
}

function rowConditions({ sourceIds, from, until }: ArchiveSearch): SQL {
  const isFiltered = sourceIds !== null && sourceIds.length > INDEXED_SOURCES;
  return sql`${
    isFiltered
      ? sql`and source_id in (${sql.join(
          sourceIds.map((id) => sql`${id}`),
          sql`, `,
        )})`
      : sql``
  } ${from ? sql`and published_at >= ${at(from)}` : sql``} ${until ? sql`and published_at < ${at(until)}` : sql``}`;
}

async function countMatches(db: Db, search: ArchiveSearch, weekMarks: readonly string[]): Promise<number> {
  const [row] = await rowsOf(
    db,
    { count: integer },
    sql`select count(*)::int as count from article_words where words @@ (${tsqueryOf(search, weekMarks)}) ${rowConditions(search)}`,
  );
  return row?.count ?? 0;
}

const weightedTerm = (term: string, weight: "A" | "B"): SQL =>
  sql`regexp_replace(${phrase(term)}::text, '''( |$)', ${`':${weight}\\1`}, 'g')::tsquery`;

/** One digit per term: 1 title, 2 snippet, 3 both, 0 neither. Without alternatives a term not in the title must be in the snippet. */
export function termFields({ terms, hasAlternatives }: Pick<SearchQuery, "terms" | "hasAlternatives">): SQL {
  const digits = terms.map((term) => {
    const inSnippet = sql`words @@ ${weightedTerm(term, "B")}`;
    const elsewhere = hasAlternatives ? sql`case when ${inSnippet} then '2' else '0' end` : sql`'2'`;
    return sql`case when words @@ ${weightedTerm(term, "A")} then case when ${inSnippet} then '3' else '1' end else ${elsewhere} end`;
  });
  return sql.join(digits, sql` || `);
}

function parseMatch(line: string): SearchMatch {
  const [id = "", ms, digits = ""] = line.split(" ");
  let [inTitle, inSnippet] = [0, 0];
  for (let position = 0; position < digits.length; position++) {
    const fields = Number(digits[position]);
    if (fields & 1) inTitle |= 1 << position;
    if (fields & 2) inSnippet |= 1 << position;
  }
  return { id, publishedAtMs: Number(ms), inTitle, inSnippet };
}

interface Span {
  /** Null: the whole archive. */
  weekMarks: readonly string[] | null;
  /** The pool should fill from matches since this time; null where that cannot be estimated. */
  pooledSince: Date | null;
}

/** Rows travel as one text: much faster than reading two thousand rows. */
async function readMatches(db: Db, search: ArchiveSearch, { weekMarks, pooledSince }: Span): Promise<Omit<ArchiveMatches, "archived">> {
  const fields = search.query ? termFields(search.query) : sql`''`;
  const line = sql`article_id || ' ' || (date_part('epoch', published_at) * 1000)::bigint || ' ' || ${fields}`;
  const [row] = await rowsOf(
    db,
    { count: integer, pool: orNull(text) },
    sql`
    select count(*)::int as count, array_to_string((array_agg(${line} order by published_at desc) ${pooledSince ? sql`filter (where published_at >= ${at(pooledSince)})` : sql``})[1:${sql.raw(String(RANKED_POOL))}], E'\n') as pool
    from article_words where words @@ (${tsqueryOf(search, weekMarks)}) ${rowConditions(search)}`,
  );
  const { count = 0, pool = null } = row ?? {};
  const matches = (pool ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map(parseMatch);
  if (pooledSince && matches.length < Math.min(count, RANKED_POOL)) return readMatches(db, search, { weekMarks, pooledSince: null });
  return { count: Math.min(count, COUNTED_MATCHES + 1), pool: matches };
}

export const articlesIn = (weeks: readonly ArchivedWeek[]): number => weeks.reduce((total, { articles }) => total + articles, 0);

export function newestWeeksWith(weeks: readonly ArchivedWeek[], articles: number): ArchivedWeek[] {
  let total = 0;
  const end = weeks.findIndex((week) => (total += week.articles) >= articles);
  return end < 0 ? [...weeks] : weeks.slice(0, end + 1);
}

const oldestOf = (weeks: readonly ArchivedWeek[]): number => weeks.at(-1)?.week ?? 0;

export async function searchWeeks(
  db: Db,
  search: ArchiveSearch,
  weeks: readonly ArchivedWeek[],
): Promise<Omit<ArchiveMatches, "archived">> {
  return weeks.length === 0
    ? { count: 0, pool: [] }
    : readMatches(db, search, { weekMarks: marksOfWeekList(weeks.map(({ week }) => week)), pooledSince: null });
}

/** Weeks with their article counts reduced to the part within the bounds; weeks outside are left out. */
export const weeksWithin = (archive: readonly ArchivedWeek[], { from, until }: Pick<ArchiveSearch, "from" | "until">): ArchivedWeek[] =>
  archive
    .map((week) => ({ ...week, articles: week.articles * shareOfWeek(week.week, from, until) }))
    .filter(({ articles }) => articles > 0);

/** Bounded work: a frequent query searches only as many of the newest weeks as needed, a rare one (`isRare`: known as such) all. */
export async function searchArchive(
  db: Db,
  search: ArchiveSearch,
  archive: readonly ArchivedWeek[],
  { isRare = false } = {},
): Promise<ArchiveMatches> {
  const archived = articlesIn(archive);
  const weeks = weeksWithin(archive, search);
  const newest = weeks[0];
  if (!newest || search.sourceIds?.length === 0 || search.marks.some((marks) => marks.length === 0)) {
    return { archived, count: 0, pool: [] };
  }
  const isOpen = newest.week === archive[0]?.week;
  const marksUpTo = (span: readonly ArchivedWeek[]): string[] =>
    isOpen ? marksSince(oldestOf(span), newest.week) : marksOfWeekRange(oldestOf(span), newest.week);
  const probed = newestWeeksWith(weeks, PROBED_ARTICLES);
  const share = isRare ? 0 : (await countMatches(db, search, marksUpTo(probed))) / articlesIn(probed);
  const holding = (matches: number): ArchivedWeek[] => (share > 0 ? newestWeeksWith(weeks, matches / share) : weeks);
  const pooled = holding(RANKED_POOL * POOL_MARGIN);
  // When the pool needs most of the archive, a wrong estimate would repeat the whole search.
  const pooledSince = pooled.length < weeks.length / 2 ? startOfWeek(oldestOf(pooled)) : null;
  let span = holding((COUNTED_MATCHES + 1) * COUNT_MARGIN);
  while (span.length < weeks.length) {
    const found = await readMatches(db, search, { weekMarks: marksUpTo(span), pooledSince });
    if (found.count > COUNTED_MATCHES) return { archived, ...found };
    span = newestWeeksWith(weeks, articlesIn(span) * Math.max((COUNTED_MATCHES / Math.max(found.count, 1)) * COUNT_MARGIN, 1.5));
  }
  const isIndexed = search.query !== null || search.marks.length > 0 || (search.sourceIds?.length ?? Infinity) <= INDEXED_SOURCES;
  const isWhole = weeks.length === archive.length && isIndexed;
  return { archived, ...(await readMatches(db, search, { weekMarks: isWhole ? null : marksUpTo(weeks), pooledSince })) };
}
