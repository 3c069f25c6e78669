import type { Db } from "../client";
import { listPlaces, readEditions, type EditionPlace } from "./news-editions";
import { COUNTED_MATCHES, INDEXED_SOURCES, newestHolding, RANKED_POOL, searchArchive, searchWeeks, sum, weeksWithin, type ArchiveMatches, type ArchiveSearch } from "./news-search";
import { sourceMark, type ArchivedWeek } from "./news-words";
import { countPlaces, firstPlaces, hasPlace, type PlaceSet } from "@/lib/domain/place-sets";
import { matcherOf, wordsOf, type PlacesAsked, type WeekSets } from "@/lib/domain/search-places";
import { byTime, contendersOf, type SearchMatch } from "@/lib/domain/search-relevance";
import { shareOfWeek, weekOf } from "@/lib/domain/week-blocks";

/** So many of the newest articles are read first; how many match tells how many more are needed. */
const READ_FIRST = 16_000;
const MARGIN = 1.1;
/** Above this share of articles without sets, and below this number of matches, the index finds all of it faster. */
const MAX_UNREAD_SHARE = 0.25;
const FEW_MATCHES = 1000;

/** Besides the pool's size, enough of it to rank it by. */
export interface NewsMatches extends Omit<ArchiveMatches, "pool"> {
  pooled: number;
  contenders: SearchMatch[];
}

export interface NewsSearch extends ArchiveSearch {
  /** All that there are; a filter that names each excludes none. */
  allSourceIds: readonly string[];
  limit: number;
}

interface Standing {
  inTitle: number;
  inSnippet: number;
  at: EditionPlace | SearchMatch;
}

/** A week whose sets tell what matches. */
interface ReadWeek {
  edition: number;
  sets: WeekSets;
  matching: PlaceSet;
}

interface Reading {
  weeks: Map<number, ReadWeek>;
  /** A word that all matches must hold was in none of the editions. */
  isRare: boolean;
}

function askedOf({ query, marks, sourceIds, allSourceIds }: NewsSearch): PlacesAsked {
  if (sourceIds === null) return { query, marks, excludedMarks: [] };
  const others = allSourceIds.filter((id) => !sourceIds.includes(id));
  if (others.length < sourceIds.length) return { query, marks, excludedMarks: others.map(sourceMark) };
  return { query, marks: [...marks, sourceIds.map(sourceMark)], excludedMarks: [] };
}

async function readWeeks(db: Db, asked: PlacesAsked, weeks: readonly ArchivedWeek[]): Promise<Reading> {
  const words = wordsOf(asked.query);
  const editions = await readEditions(db, { words, marks: [...asked.marks.flat(), ...asked.excludedMarks] }, weeks.flatMap(({ edition }) => edition ?? []));
  const matches = matcherOf(asked);
  const read = new Map<number, ReadWeek>();
  for (const { week, edition } of weeks) {
    const sets = edition === null ? undefined : editions.get(edition);
    const matching = sets && matches(sets);
    if (matching && edition !== null) read.set(week, { edition, sets, matching });
  }
  const needed = asked.query?.hasAlternatives ? [] : (asked.query?.terms ?? []);
  return { weeks: read, isRare: editions.size > 0 && needed.some((term) => ![...editions.values()].some((sets) => sets.words.has(term))) };
}

async function byIndex(db: Db, search: NewsSearch, archive: readonly ArchivedWeek[], isRare: boolean): Promise<NewsMatches> {
  const { pool, ...counts } = await searchArchive(db, search, archive, { isRare });
  return { ...counts, pooled: pool.length, contenders: contendersOf(pool.toSorted(byTime), search.query?.terms.length ?? 0, search.limit) };
}

function standingsIn({ edition, sets, matching }: ReadWeek, terms: readonly string[], limit: number): Standing[] {
  const held = terms.map((term) => sets.words.get(term));
  return firstPlaces(matching, limit).map((place) => {
    let [inTitle, inSnippet] = [0, 0];
    for (const [position, places] of held.entries()) {
      if (places && hasPlace(places.titles, place)) inTitle |= 1 << position;
      if (places && hasPlace(places.snippets, place)) inSnippet |= 1 << position;
    }
    return { inTitle, inSnippet, at: { edition, place } };
  });
}

/** The newest of what was found in weeks given from the newest, in order. */
function poolOf(weeks: readonly ArchivedWeek[], read: Reading["weeks"], indexed: readonly SearchMatch[], terms: readonly string[]): Standing[] {
  const byWeek = new Map<number, SearchMatch[]>();
  for (const match of indexed.toSorted(byTime)) {
    const week = weekOf(new Date(match.publishedAtMs));
    byWeek.get(week)?.push(match) ?? byWeek.set(week, [match]);
  }
  const pool: Standing[] = [];
  for (const { week } of weeks) {
    const sets = read.get(week);
    const left = RANKED_POOL - pool.length;
    if (left <= 0) break;
    if (sets) pool.push(...standingsIn(sets, terms, left));
    else pool.push(...(byWeek.get(week) ?? []).slice(0, left).map((match) => ({ inTitle: match.inTitle, inSnippet: match.inSnippet, at: match })));
  }
  return pool;
}

/** Null where an edition that was read is no longer there. */
async function resolved(db: Db, standings: readonly Standing[]): Promise<SearchMatch[] | null> {
  const places = standings.flatMap(({ at }) => ("edition" in at ? [at] : []));
  const articles = await listPlaces(db, places);
  if (!articles) return null;
  const articleAt = new Map(places.map((place, index) => [place, articles[index]]));
  return standings.flatMap(({ inTitle, inSnippet, at }) => {
    if (!("edition" in at)) return [at];
    const article = articleAt.get(at);
    return article ? [{ ...article, inTitle, inSnippet }] : [];
  });
}

/** What was found so far, from the newest week on. */
interface Findings {
  weeks: ArchivedWeek[];
  articles: number;
  /** Of them, those that the index was asked for. */
  unread: number;
  count: number;
  read: Reading["weeks"];
  indexed: SearchMatch[];
}

const isReadable = ({ week, edition }: ArchivedWeek, { from, until }: NewsSearch): boolean => edition !== null && shareOfWeek(week, from, until) === 1;

/** Goes on until so many articles were looked at; of a search that the sets tell too little of, only whether it is for rare words. */
async function goOn(db: Db, search: NewsSearch, weeks: readonly ArchivedWeek[], past: Findings, articles: number): Promise<Findings | Pick<Reading, "isRare">> {
  const next = newestHolding(weeks, articles).slice(past.weeks.length);
  const whole = next.filter((week) => isReadable(week, search));
  const partly = next.filter((week) => !isReadable(week, search));
  const [reading, found] = await Promise.all([readWeeks(db, askedOf(search), whole), searchWeeks(db, search, partly)]);
  const untold = whole.filter(({ week }) => !reading.weeks.has(week));
  const held = past.articles + sum(next);
  const unread = past.unread + sum(partly) + sum(untold);
  if (unread > held * MAX_UNREAD_SHARE) return { isRare: reading.isRare };
  const rest = await searchWeeks(db, search, untold);
  return {
    weeks: [...past.weeks, ...next],
    articles: held,
    unread,
    count: past.count + found.count + rest.count + [...reading.weeks.values()].reduce((count, { matching }) => count + countPlaces(matching), 0),
    read: new Map([...past.read, ...reading.weeks]),
    indexed: [...past.indexed, ...found.pool, ...rest.pool],
  };
}

/** The index visits what matches, and of phrases and of many sources more than that. */
const isVisited = ({ query, sourceIds }: NewsSearch): boolean => (query?.terms ?? []).every((term) => !term.includes(" ")) && (sourceIds?.length ?? 0) <= INDEXED_SOURCES;

/**
 * The newest matches, and how many there are. Weeks that have an edition are answered from its sets; the week that is
 * still written, weeks that are asked for in part, and those in which a word is too rare for sets, by the index.
 */
export async function searchNews(db: Db, asked: NewsSearch, archive: readonly ArchivedWeek[], { readFirst = READ_FIRST } = {}): Promise<NewsMatches> {
  const isEverySource = asked.sourceIds?.length === asked.allSourceIds.length;
  const search = isEverySource ? { ...asked, sourceIds: null } : asked;
  if (search.sourceIds?.length === 0 || search.marks.some((marks) => marks.length === 0)) return { archived: sum(archive), count: 0, pooled: 0, contenders: [] };
  const weeks = weeksWithin(archive, search);
  if (sum(weeks.filter((week) => !isReadable(week, search))) > sum(weeks) * MAX_UNREAD_SHARE) return byIndex(db, search, archive, false);

  let found: Findings = { weeks: [], articles: 0, unread: 0, count: 0, read: new Map(), indexed: [] };
  while (found.weeks.length < weeks.length && found.count <= COUNTED_MATCHES) {
    const share = found.count / Math.max(found.articles, 1);
    const isRare = found.articles > 0 && share * sum(weeks) < FEW_MATCHES && isVisited(search);
    const wanted = found.articles === 0 ? readFirst : found.articles + ((COUNTED_MATCHES + 1 - found.count) / Math.max(share, 1 / found.articles)) * MARGIN;
    const more = isRare ? { isRare } : await goOn(db, search, weeks, found, wanted);
    if ("isRare" in more) return byIndex(db, search, archive, more.isRare);
    found = more;
  }

  const terms = search.query?.terms ?? [];
  const pool = poolOf(found.weeks, found.read, found.indexed, terms);
  const contenders = await resolved(db, contendersOf(pool, terms.length, search.limit));
  if (!contenders) return byIndex(db, search, archive, false);
  return { archived: sum(archive), count: Math.min(found.count, COUNTED_MATCHES + 1), pooled: pool.length, contenders };
}
