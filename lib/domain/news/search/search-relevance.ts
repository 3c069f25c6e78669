import { roundTo } from "@/lib/domain/basics/arithmetic";

export interface SearchMatch {
  id: string;
  publishedAtMs: number;
  /** Bit n is set when term n occurs there. */
  inTitle: number;
  inSnippet: number;
}

export interface RankedMatch {
  id: string;
  relevance: number;
  terms: number[];
}

const TITLE_POINTS = 3;
const SNIPPET_POINTS = 1;
const WORDS_SHARE = 0.7;
const RECENCY_SHARE = 0.3;
const DECIMALS = 4;

const has = (mask: number, position: number): boolean => (mask & (1 << position)) !== 0;

type TermBits = Pick<SearchMatch, "inTitle" | "inSnippet">;

function pointsOf({ inTitle, inSnippet }: TermBits, termCount: number): number {
  let points = 0;
  for (let position = 0; position < termCount; position++) {
    points += (has(inTitle, position) ? TITLE_POINTS : 0) + (has(inSnippet, position) ? SNIPPET_POINTS : 0);
  }
  return points;
}

/** Of a pool from newest to oldest, the matches that can reach the top: the newest for each score, and the ends, which bound recency. */
export function contendersOf<Match extends TermBits>(pool: readonly Match[], termCount: number, limit: number): Match[] {
  const withPoints: number[] = [];
  return pool.filter((match, index) => {
    const points = pointsOf(match, termCount);
    const count = (withPoints[points] ?? 0) + 1;
    withPoints[points] = count;
    return count <= limit || index === pool.length - 1;
  });
}

interface Pool {
  termCount: number;
  oldestMs: number;
  newestMs: number;
}

/** 0.7 for terms (3 points in the title, 1 in the snippet) plus 0.3 for recency within the pool. */
function relevanceOf(match: SearchMatch, { termCount, oldestMs, newestMs }: Pool): number {
  const recency = newestMs === oldestMs ? 1 : (match.publishedAtMs - oldestMs) / (newestMs - oldestMs);
  return roundTo(
    (WORDS_SHARE * pointsOf(match, termCount)) / ((TITLE_POINTS + SNIPPET_POINTS) * termCount) + RECENCY_SHARE * recency,
    DECIMALS,
  );
}

export const byTime = (a: SearchMatch, b: SearchMatch): number => b.publishedAtMs - a.publishedAtMs || (a.id < b.id ? -1 : 1);

/** A search without words: every match is fully relevant. */
export const newestMatches = (pool: readonly SearchMatch[], limit: number): RankedMatch[] =>
  pool
    .toSorted(byTime)
    .slice(0, limit)
    .map(({ id }) => ({ id, relevance: 1, terms: [] }));

/** The best of a pool by rounded relevance, then the newest, then by id. */
export function rankMatches(pool: readonly SearchMatch[], termCount: number, limit: number): RankedMatch[] {
  const times = pool.map(({ publishedAtMs }) => publishedAtMs);
  const bounds = {
    termCount,
    oldestMs: times.reduce((least, ms) => Math.min(least, ms), Infinity),
    newestMs: times.reduce((most, ms) => Math.max(most, ms), -Infinity),
  };
  const relevances = Float64Array.from(pool, (match) => relevanceOf(match, bounds));
  const least = relevances.toSorted().at(-limit) ?? 0;
  const positions = Array.from({ length: termCount }, (_, position) => position);
  return pool
    .flatMap((match, index) => ((relevances[index] ?? 0) >= least ? [{ match, relevance: relevances[index] ?? 0 }] : []))
    .toSorted((a, b) => b.relevance - a.relevance || byTime(a.match, b.match))
    .slice(0, limit)
    .map(({ match, relevance }) => ({
      id: match.id,
      relevance,
      terms: positions.filter((position) => has(match.inTitle | match.inSnippet, position)),
    }));
}
