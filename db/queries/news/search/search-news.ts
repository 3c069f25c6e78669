import type { Db } from "@/db/client";
import { listArticlesAt, readSegments, readRareTerms, type SegmentPosition, type ReadSegment } from "./news-segments";
import {
  COUNTED_MATCHES,
  INDEXED_SOURCES,
  newestWeeksWith,
  RANKED_POOL,
  searchArchive,
  searchWeeks,
  articlesIn,
  weeksWithin,
  type ArchiveMatches,
  type ArchiveSearch,
} from "./search-index";
import { sourceMark, type ArchivedWeek } from "./news-words";
import { countPostings, firstPostings, hasPosting, NO_POSTINGS, type Postings } from "@/lib/domain/news/search/postings";
import { segmentMatcher, allTermsOf, type SegmentQuery, type SegmentPostings } from "@/lib/domain/news/search/match-segment";
import type { SearchQuery } from "@/lib/domain/news/search/search-query";
import { byTime, contendersOf, type SearchMatch } from "@/lib/domain/news/search/search-relevance";
import { shareOfWeek, weekOf } from "@/lib/domain/news/search/week-blocks";

/** Segments that hold this many of the newest articles are read first; their share of matches tells how many more to read. */
const READ_FIRST = 16_000;
const MARGIN = 1.1;
/** Above this share of articles without a segment, or below this number of expected matches, the index alone is faster. */
const MAX_UNSEGMENTED_SHARE = 0.25;
const FEW_MATCHES = 2500;

/** Instead of the pool: its size, and the matches that can reach the top of its ranking. */
export interface NewsMatches extends Omit<ArchiveMatches, "pool"> {
  pooled: number;
  contenders: SearchMatch[];
}

export interface NewsSearch extends ArchiveSearch {
  /** Every source in the archive: a filter that lists them all excludes nothing. */
  allSourceIds: readonly string[];
  limit: number;
}

interface PoolEntry {
  inTitle: number;
  inSnippet: number;
  at: SegmentPosition | SearchMatch;
}

interface MatchedWeek {
  segment: number;
  postings: SegmentPostings;
  matching: Postings;
}

interface WeeksRead {
  weeks: Map<number, MatchedWeek>;
  /** A term that every match needs has postings in none of the segments. */
  isRare: boolean;
}

function segmentQueryOf({ query, marks, sourceIds, allSourceIds }: NewsSearch): SegmentQuery {
  if (sourceIds === null) return { query, marks, excludedMarks: [] };
  const others = allSourceIds.filter((id) => !sourceIds.includes(id));
  if (others.length < sourceIds.length) return { query, marks, excludedMarks: others.map(sourceMark) };
  return { query, marks: [...marks, sourceIds.map(sourceMark)], excludedMarks: [] };
}

/** Terms that an article may match without. Where a segment lacks their postings, these are read from the index. */
const optionalTerms = (query: SearchQuery): string[] =>
  allTermsOf(query).filter((term) => query.hasAlternatives || !query.terms.includes(term));

async function addRareTerms(db: Db, query: SearchQuery, weeks: readonly ArchivedWeek[], segments: Map<number, ReadSegment>): Promise<void> {
  const rare = optionalTerms(query).flatMap((term) => {
    const without = weeks.flatMap(({ week, segment }) =>
      segment !== null && segments.get(segment)?.words.has(term) === false ? [{ week, segment }] : [],
    );
    for (const { segment } of without) segments.get(segment)?.words.set(term, { titles: NO_POSTINGS, snippets: NO_POSTINGS });
    return without.length > 0 ? [{ term, weeks: without }] : [];
  });
  if (rare.length === 0) return;
  for (const { term, segment, postings } of await readRareTerms(db, rare)) segments.get(segment)?.words.set(term, postings);
}

async function readWeeks(db: Db, search: SegmentQuery, weeks: readonly ArchivedWeek[]): Promise<WeeksRead> {
  const words = allTermsOf(search.query);
  const segments = await readSegments(
    db,
    { words, marks: [...search.marks.flat(), ...search.excludedMarks] },
    weeks.flatMap(({ segment }) => segment ?? []),
  );
  const needed = search.query?.hasAlternatives ? [] : (search.query?.terms ?? []);
  const isRare = segments.size > 0 && needed.some((term) => ![...segments.values()].some((postings) => postings.words.has(term)));
  if (isRare) return { weeks: new Map(), isRare };
  if (search.query) await addRareTerms(db, search.query, weeks, segments);
  const match = segmentMatcher(search);
  const matched = new Map<number, MatchedWeek>();
  for (const { week, segment } of weeks) {
    const postings = segment === null ? undefined : segments.get(segment);
    const matching = postings && match(postings);
    if (matching && segment !== null) matched.set(week, { segment, postings, matching });
  }
  return { weeks: matched, isRare };
}

async function searchIndexOnly(db: Db, search: NewsSearch, archive: readonly ArchivedWeek[], isRare: boolean): Promise<NewsMatches> {
  const { pool, ...counts } = await searchArchive(db, search, archive, { isRare });
  return { ...counts, pooled: pool.length, contenders: contendersOf(pool.toSorted(byTime), search.query?.terms.length ?? 0, search.limit) };
}

function entriesOf({ segment, postings, matching }: MatchedWeek, terms: readonly string[], limit: number): PoolEntry[] {
  const byTerm = terms.map((term) => postings.words.get(term));
  return firstPostings(matching, limit).map((ordinal) => {
    let [inTitle, inSnippet] = [0, 0];
    for (const [position, fields] of byTerm.entries()) {
      if (fields && hasPosting(fields.titles, ordinal)) inTitle |= 1 << position;
      if (fields && hasPosting(fields.snippets, ordinal)) inSnippet |= 1 << position;
    }
    return { inTitle, inSnippet, at: { segment, ordinal } };
  });
}

function poolOf(
  weeks: readonly ArchivedWeek[],
  matched: WeeksRead["weeks"],
  indexed: readonly SearchMatch[],
  terms: readonly string[],
): PoolEntry[] {
  const byWeek = new Map<number, SearchMatch[]>();
  for (const match of indexed.toSorted(byTime)) {
    const week = weekOf(new Date(match.publishedAtMs));
    const group = byWeek.get(week);
    if (group) group.push(match);
    else byWeek.set(week, [match]);
  }
  const pool: PoolEntry[] = [];
  for (const { week } of weeks) {
    const segment = matched.get(week);
    const left = RANKED_POOL - pool.length;
    if (left <= 0) break;
    if (segment) pool.push(...entriesOf(segment, terms, left));
    else {
      pool.push(
        ...(byWeek.get(week) ?? []).slice(0, left).map((match) => ({ inTitle: match.inTitle, inSnippet: match.inSnippet, at: match })),
      );
    }
  }
  return pool;
}

/** Null when a segment was dropped since it was read. */
async function resolveEntries(db: Db, entries: readonly PoolEntry[]): Promise<SearchMatch[] | null> {
  const positions = entries.flatMap(({ at }) => ("segment" in at ? [at] : []));
  const articles = await listArticlesAt(db, positions);
  if (!articles) return null;
  const articleAt = new Map(positions.map((position, index) => [position, articles[index]]));
  return entries.flatMap(({ inTitle, inSnippet, at }) => {
    if (!("segment" in at)) return [at];
    const article = articleAt.get(at);
    return article ? [{ ...article, inTitle, inSnippet }] : [];
  });
}

interface Progress {
  weeks: ArchivedWeek[];
  /** Articles in these weeks; `unread` of them are left to the index. */
  articles: number;
  unread: number;
  left: ArchivedWeek[];
  read: WeeksRead["weeks"];
  count: number;
}

const NO_PROGRESS: Progress = { weeks: [], articles: 0, unread: 0, left: [], read: new Map(), count: 0 };

/** Matches expected in these weeks, if they are as frequent in the part left to the index. */
const expectedMatches = ({ count, articles, unread }: Progress): number => (count * articles) / Math.max(articles - unread, 1);

const isCoveredBySegment = ({ week, segment }: ArchivedWeek, { from, until }: NewsSearch): boolean =>
  segment !== null && shareOfWeek(week, from, until) === 1;

function articlesNeeded(found: Progress): number {
  const expected = Math.max(expectedMatches(found), 1);
  return found.articles * Math.max(((COUNTED_MATCHES + 1) / expected) * MARGIN, 1.05);
}

/** Reads on until `articles` articles are covered. Where too few have segments it answers only whether a term is rare. */
async function readMore(
  db: Db,
  search: NewsSearch,
  weeks: readonly ArchivedWeek[],
  previous: Progress,
  articles: number,
): Promise<Progress | Pick<WeeksRead, "isRare">> {
  const next = newestWeeksWith(weeks, articles).slice(previous.weeks.length);
  const reading = await readWeeks(
    db,
    segmentQueryOf(search),
    next.filter((week) => isCoveredBySegment(week, search)),
  );
  const left = [...previous.left, ...next.filter(({ week }) => !reading.weeks.has(week))];
  const found = { weeks: [...previous.weeks, ...next], articles: previous.articles + articlesIn(next), unread: articlesIn(left), left };
  if (found.unread > found.articles * MAX_UNSEGMENTED_SHARE) return { isRare: reading.isRare };
  const count = [...reading.weeks.values()].reduce((total, { matching }) => total + countPostings(matching), previous.count);
  return { ...found, read: new Map([...previous.read, ...reading.weeks]), count };
}

/** Whether the index visits only matching articles: it visits more for phrases and for many sources. */
const isSelective = ({ query, sourceIds }: NewsSearch): boolean =>
  (query?.terms ?? []).every((term) => !term.includes(" ")) && (sourceIds?.length ?? 0) <= INDEXED_SOURCES;

/**
 * Weeks with a segment are answered from its postings; the index answers for the current week, for weeks partly within the bounds,
 * and where a term is too rare for postings.
 */
export async function searchNews(
  db: Db,
  request: NewsSearch,
  archive: readonly ArchivedWeek[],
  { readFirst = READ_FIRST } = {},
): Promise<NewsMatches> {
  const isEverySource = request.sourceIds?.length === request.allSourceIds.length;
  const search = isEverySource ? { ...request, sourceIds: null } : request;
  if (search.sourceIds?.length === 0 || search.marks.some((marks) => marks.length === 0)) {
    return { archived: articlesIn(archive), count: 0, pooled: 0, contenders: [] };
  }
  const weeks = weeksWithin(archive, search);
  const unsegmented = articlesIn(weeks.filter((week) => !isCoveredBySegment(week, search)));
  if (unsegmented > articlesIn(weeks) * MAX_UNSEGMENTED_SHARE) return searchIndexOnly(db, search, archive, false);

  let found = NO_PROGRESS;
  let indexed: Pick<ArchiveMatches, "count" | "pool"> = { count: 0, pool: [] };
  do {
    const isRare = found.articles > 0 && (expectedMatches(found) / found.articles) * articlesIn(weeks) < FEW_MATCHES && isSelective(search);
    const more = isRare ? { isRare } : await readMore(db, search, weeks, found, found.articles === 0 ? readFirst : articlesNeeded(found));
    if ("isRare" in more) return searchIndexOnly(db, search, archive, more.isRare);
    found = more;
    const isEnough = found.weeks.length === weeks.length || expectedMatches(found) > COUNTED_MATCHES;
    if (isEnough) indexed = await searchWeeks(db, search, found.left);
  } while (found.weeks.length < weeks.length && found.count + indexed.count <= COUNTED_MATCHES);

  const terms = search.query?.terms ?? [];
  const pool = poolOf(found.weeks, found.read, indexed.pool, terms);
  const contenders = await resolveEntries(db, contendersOf(pool, terms.length, search.limit));
  if (!contenders) return searchIndexOnly(db, search, archive, false);
  return {
    archived: articlesIn(archive),
    count: Math.min(found.count + indexed.count, COUNTED_MATCHES + 1),
    pooled: pool.length,
    contenders,
  };
}
