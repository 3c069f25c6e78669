import { sql, type SQL } from "drizzle-orm";
import { at, rowsOf, type Db } from "@/db/client";
import { pairMark, sourceMark, type ArchivedWeek } from "./news-words";
import { commonPairs } from "@/lib/domain/news/search/common-pairs";
import type { SearchQuery } from "@/lib/domain/news/search/search-query";
import type { SearchMatch } from "@/lib/domain/news/search/search-relevance";
import { marksOfList, marksOfWeeks, marksSince, shareOfWeek, startOfWeek } from "@/lib/domain/news/search/week-blocks";

/** The newest so many matches are ranked, and so many are counted. */
export const RANKED_POOL = 2000;
export const COUNTED_MATCHES = 10_000;

/** How many of the newest articles are looked at first, to tell common words from rare ones. */
const PROBED_ARTICLES = 1000;
/** Words are not spread evenly over time, and what falls short is searched again. */
const COUNT_MARGIN = 1.1;
const POOL_MARGIN = 1.5;

/** So many sources are looked up in the index; more are told apart by the rows, which then are many of those visited. */
export const INDEXED_SOURCES = 4;

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
  /** The newest of them, in no order. */
  pool: SearchMatch[];
}

const quoted = (mark: string): string => `'${mark.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

export const anyOf = (marks: readonly string[]): string => `(${marks.map(quoted).join(" | ")})`;

export const phrase = (term: string): SQL => sql`phraseto_tsquery('english', ${term})`;

function wordsOf({ expression, terms, hasAlternatives, hasExclusions }: SearchQuery): SQL {
  const words = sql`websearch_to_tsquery('english', ${expression})`;
  // `a or -b` holds for articles without any term, which are not looked for.
  return hasAlternatives && hasExclusions ? sql`(${words} && (${sql.join(terms.map(phrase), sql` || `)}))` : words;
}

/** A phrase of common words is looked for where the pair stands: each alone stands nearly everywhere. */
function pairsOf(query: SearchQuery | null): string[][] {
  if (!query || query.hasAlternatives) return [];
  return query.terms.flatMap((term) => commonPairs(term.split(" "))).map((pair) => [pairMark(pair)]);
}

/** One tsquery for words, marks and weeks: the index alone tells who matches. */
function tsqueryOf({ query, sourceIds, marks }: ArchiveSearch, weekMarks: readonly string[] | null): SQL {
  const sources = sourceIds && sourceIds.length <= INDEXED_SOURCES ? [sourceIds.map(sourceMark)] : [];
  const lists = [...marks, ...sources, ...pairsOf(query), ...(weekMarks ? [weekMarks] : [])];
  const parts = [...(query ? [wordsOf(query)] : []), ...(lists.length > 0 ? [sql`${lists.map(anyOf).join(" & ")}::tsquery`] : [])];
  return sql.join(parts, sql` && `);
}

/** What the index does not tell. */
function within({ sourceIds, from, until }: ArchiveSearch): SQL {
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

async function countAmong(db: Db, search: ArchiveSearch, weekMarks: readonly string[]): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from article_words where words @@ (${tsqueryOf(search, weekMarks)}) ${within(search)}`,
  );
  return row?.count ?? 0;
}

/** The lexemes of a term, to stand in a title (A) or in a snippet (B). */
const weighted = (term: string, weight: "A" | "B"): SQL =>
  sql`regexp_replace(${phrase(term)}::text, '''( |$)', ${`':${weight}\\1`}, 'g')::tsquery`;

/**
 * Where each term stands, a digit for each: 1 in the title, 2 in the snippet, 3 in both, 0 in neither.
 * What all terms are needed for and does not stand in the title stands in the snippet.
 */
export function placesOf({ terms, hasAlternatives }: Pick<SearchQuery, "terms" | "hasAlternatives">): SQL {
  const places = terms.map((term) => {
    const inSnippet = sql`words @@ ${weighted(term, "B")}`;
    const elsewhere = hasAlternatives ? sql`case when ${inSnippet} then '2' else '0' end` : sql`'2'`;
    return sql`case when words @@ ${weighted(term, "A")} then case when ${inSnippet} then '3' else '1' end else ${elsewhere} end`;
  });
  return sql.join(places, sql` || `);
}

interface Found {
  count: number;
  pool: string | null;
}

function matchOf(line: string): SearchMatch {
  const [id = "", ms, places = ""] = line.split(" ");
  let [inTitle, inSnippet] = [0, 0];
  for (let position = 0; position < places.length; position++) {
    const place = Number(places[position]);
    if (place & 1) inTitle |= 1 << position;
    if (place & 2) inSnippet |= 1 << position;
  }
  return { id, publishedAtMs: Number(ms), inTitle, inSnippet };
}

interface Span {
  /** Null is the whole archive. */
  weekMarks: readonly string[] | null;
  /** Since then there should be matches enough for the pool; null where that is not known. */
  pooledSince: Date | null;
}

/** Rows travel as one text: two thousand are read in no time. */
async function matchesAmong(db: Db, search: ArchiveSearch, { weekMarks, pooledSince }: Span): Promise<Omit<ArchiveMatches, "archived">> {
  const places = search.query ? placesOf(search.query) : sql`''`;
  const line = sql`article_id || ' ' || (date_part('epoch', published_at) * 1000)::bigint || ' ' || ${places}`;
  const [row] = await rowsOf<Found>(
    db,
    sql`
    select count(*)::int as count, array_to_string((array_agg(${line} order by published_at desc) ${pooledSince ? sql`filter (where published_at >= ${at(pooledSince)})` : sql``})[1:${sql.raw(String(RANKED_POOL))}], E'\n') as pool
    from article_words where words @@ (${tsqueryOf(search, weekMarks)}) ${within(search)}`,
  );
  const { count = 0, pool = null } = row ?? {};
  const matches = (pool ?? "")
    .split("\n")
    .filter((text) => text !== "")
    .map(matchOf);
  if (pooledSince && matches.length < Math.min(count, RANKED_POOL)) return matchesAmong(db, search, { weekMarks, pooledSince: null });
  return { count: Math.min(count, COUNTED_MATCHES + 1), pool: matches };
}

export const sum = (weeks: readonly ArchivedWeek[]): number => weeks.reduce((total, { articles }) => total + articles, 0);

/** The newest weeks that hold so many articles. */
export function newestHolding(weeks: readonly ArchivedWeek[], articles: number): ArchivedWeek[] {
  let held = 0;
  const end = weeks.findIndex((week) => (held += week.articles) >= articles);
  return end < 0 ? [...weeks] : weeks.slice(0, end + 1);
}

const oldestOf = (weeks: readonly ArchivedWeek[]): number => weeks.at(-1)?.week ?? 0;

/** The newest matches in these weeks, given in falling order, and how many there are. */
export async function searchWeeks(
  db: Db,
  search: ArchiveSearch,
  weeks: readonly ArchivedWeek[],
): Promise<Omit<ArchiveMatches, "archived">> {
  return weeks.length === 0
    ? { count: 0, pool: [] }
    : matchesAmong(db, search, { weekMarks: marksOfList(weeks.map(({ week }) => week)), pooledSince: null });
}

/** Of each week, what lies between the bounds; weeks without any are left out. */
export const weeksWithin = (archive: readonly ArchivedWeek[], { from, until }: Pick<ArchiveSearch, "from" | "until">): ArchivedWeek[] =>
  archive
    .map((week) => ({ ...week, articles: week.articles * shareOfWeek(week.week, from, until) }))
    .filter(({ articles }) => articles > 0);

/**
 * The newest matches and how many there are. A common word is looked for in as many of the newest weeks as
 * hold enough of it, a rare one (`isRare`: known to be one) everywhere: either way the work is bounded by what is counted.
 */
export async function searchArchive(
  db: Db,
  search: ArchiveSearch,
  archive: readonly ArchivedWeek[],
  { isRare = false } = {},
): Promise<ArchiveMatches> {
  const archived = sum(archive);
  const weeks = weeksWithin(archive, search);
  const newest = weeks[0];
  if (!newest || search.sourceIds?.length === 0 || search.marks.some((marks) => marks.length === 0)) {
    return { archived, count: 0, pool: [] };
  }
  const isOpen = newest.week === archive[0]?.week;
  const marksUpTo = (span: readonly ArchivedWeek[]): string[] =>
    isOpen ? marksSince(oldestOf(span), newest.week) : marksOfWeeks(oldestOf(span), newest.week);
  const probed = newestHolding(weeks, PROBED_ARTICLES);
  const share = isRare ? 0 : (await countAmong(db, search, marksUpTo(probed))) / sum(probed);
  const holding = (matches: number): ArchivedWeek[] => (share > 0 ? newestHolding(weeks, matches / share) : weeks);
  const pooled = holding(RANKED_POOL * POOL_MARGIN);
  // Near the whole the estimate would often fall short, and all be done twice.
  const pooledSince = pooled.length < weeks.length / 2 ? startOfWeek(oldestOf(pooled)) : null;
  let span = holding((COUNTED_MATCHES + 1) * COUNT_MARGIN);
  while (span.length < weeks.length) {
    const found = await matchesAmong(db, search, { weekMarks: marksUpTo(span), pooledSince });
    if (found.count > COUNTED_MATCHES) return { archived, ...found };
    span = newestHolding(weeks, sum(span) * Math.max((COUNTED_MATCHES / Math.max(found.count, 1)) * COUNT_MARGIN, 1.5));
  }
  const isIndexed = search.query !== null || search.marks.length > 0 || (search.sourceIds?.length ?? Infinity) <= INDEXED_SOURCES;
  const isWhole = weeks.length === archive.length && isIndexed;
  return { archived, ...(await matchesAmong(db, search, { weekMarks: isWhole ? null : marksUpTo(weeks), pooledSince })) };
}
