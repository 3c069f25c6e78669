import type { Db } from "@/db/client";
import { listPlaces, readEditions, readRareWords, type EditionPlace, type ReadSets } from "./news-editions";
import {
  COUNTED_MATCHES,
  INDEXED_SOURCES,
  newestHolding,
  RANKED_POOL,
  searchArchive,
  searchWeeks,
  sum,
  weeksWithin,
  type ArchiveMatches,
  type ArchiveSearch,
} from "./search-index";
import { sourceMark, type ArchivedWeek } from "./news-words";
import { countPlaces, firstPlaces, hasPlace, NO_PLACES, type PlaceSet } from "@/lib/domain/news/search/place-sets";
import { matcherOf, wordsOf, type PlacesAsked, type WeekSets } from "@/lib/domain/news/search/search-places";
import type { SearchQuery } from "@/lib/domain/news/search/search-query";
import { byTime, contendersOf, type SearchMatch } from "@/lib/domain/news/search/search-relevance";
import { shareOfWeek, weekOf } from "@/lib/domain/news/search/week-blocks";

/** So many of the newest articles are read first; how many match tells how many more are needed. */
const READ_FIRST = 16_000;
const MARGIN = 1.1;
/** Above this share of articles without sets, and below this number of matches, the index finds all of it faster. */
const MAX_UNREAD_SHARE = 0.25;
const FEW_MATCHES = 2500;

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

/** Words that an article may match without: what few hold of them is looked up, so that the sets tell all the same. */
const unneeded = (query: SearchQuery): string[] => wordsOf(query).filter((words) => query.hasAlternatives || !query.terms.includes(words));

async function addRareWords(db: Db, query: SearchQuery, weeks: readonly ArchivedWeek[], editions: Map<number, ReadSets>): Promise<void> {
  const rare = unneeded(query).flatMap((words) => {
    const without = weeks.flatMap(({ week, edition }) =>
      edition !== null && editions.get(edition)?.words.has(words) === false ? [{ week, edition }] : [],
    );
    for (const { edition } of without) editions.get(edition)?.words.set(words, { titles: NO_PLACES, snippets: NO_PLACES });
    return without.length > 0 ? [{ words, weeks: without }] : [];
  });
  if (rare.length === 0) return;
  for (const { words, edition, places } of await readRareWords(db, rare)) editions.get(edition)?.words.set(words, places);
}

async function readWeeks(db: Db, asked: PlacesAsked, weeks: readonly ArchivedWeek[]): Promise<Reading> {
  const words = wordsOf(asked.query);
  const editions = await readEditions(
    db,
    { words, marks: [...asked.marks.flat(), ...asked.excludedMarks] },
    weeks.flatMap(({ edition }) => edition ?? []),
  );
  const needed = asked.query?.hasAlternatives ? [] : (asked.query?.terms ?? []);
  const isRare = editions.size > 0 && needed.some((term) => ![...editions.values()].some((sets) => sets.words.has(term)));
  if (isRare) return { weeks: new Map(), isRare };
  if (asked.query) await addRareWords(db, asked.query, weeks, editions);
  const matches = matcherOf(asked);
  const read = new Map<number, ReadWeek>();
  for (const { week, edition } of weeks) {
    const sets = edition === null ? undefined : editions.get(edition);
    const matching = sets && matches(sets);
    if (matching && edition !== null) read.set(week, { edition, sets, matching });
  }
  return { weeks: read, isRare };
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
function poolOf(
  weeks: readonly ArchivedWeek[],
  read: Reading["weeks"],
  indexed: readonly SearchMatch[],
  terms: readonly string[],
): Standing[] {
  const byWeek = new Map<number, SearchMatch[]>();
  for (const match of indexed.toSorted(byTime)) {
    const week = weekOf(new Date(match.publishedAtMs));
    const known = byWeek.get(week);
    if (known) known.push(match);
    else byWeek.set(week, [match]);
  }
  const pool: Standing[] = [];
  for (const { week } of weeks) {
    const sets = read.get(week);
    const left = RANKED_POOL - pool.length;
    if (left <= 0) break;
    if (sets) pool.push(...standingsIn(sets, terms, left));
    else {
      pool.push(
        ...(byWeek.get(week) ?? []).slice(0, left).map((match) => ({ inTitle: match.inTitle, inSnippet: match.inSnippet, at: match })),
      );
    }
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

/** What the sets of weeks told so far, from the newest on. */
interface Findings {
  weeks: ArchivedWeek[];
  /** Articles of these weeks, and of those that are left to the index. */
  articles: number;
  unread: number;
  left: ArchivedWeek[];
  read: Reading["weeks"];
  count: number;
}

const NOTHING: Findings = { weeks: [], articles: 0, unread: 0, left: [], read: new Map(), count: 0 };

/** With those that the index will find, if they are as frequent there. */
const expectedOf = ({ count, articles, unread }: Findings): number => (count * articles) / Math.max(articles - unread, 1);

const isReadable = ({ week, edition }: ArchivedWeek, { from, until }: NewsSearch): boolean =>
  edition !== null && shareOfWeek(week, from, until) === 1;

/** How many articles hold enough matches, going by what was found; a twentieth more at least. */
function enoughAfter(found: Findings): number {
  const expected = Math.max(expectedOf(found), 1);
  return found.articles * Math.max(((COUNTED_MATCHES + 1) / expected) * MARGIN, 1.05);
}

/** Goes on until so many articles were looked at; where the sets tell too little, only whether the search is for rare words. */
async function readOn(
  db: Db,
  search: NewsSearch,
  weeks: readonly ArchivedWeek[],
  past: Findings,
  articles: number,
): Promise<Findings | Pick<Reading, "isRare">> {
  const next = newestHolding(weeks, articles).slice(past.weeks.length);
  const reading = await readWeeks(
    db,
    askedOf(search),
    next.filter((week) => isReadable(week, search)),
  );
  const left = [...past.left, ...next.filter(({ week }) => !reading.weeks.has(week))];
  const found = { weeks: [...past.weeks, ...next], articles: past.articles + sum(next), unread: sum(left), left };
  if (found.unread > found.articles * MAX_UNREAD_SHARE) return { isRare: reading.isRare };
  const count = [...reading.weeks.values()].reduce((total, { matching }) => total + countPlaces(matching), past.count);
  return { ...found, read: new Map([...past.read, ...reading.weeks]), count };
}

/** The index visits what matches, and of phrases and of many sources more than that. */
const isVisited = ({ query, sourceIds }: NewsSearch): boolean =>
  (query?.terms ?? []).every((term) => !term.includes(" ")) && (sourceIds?.length ?? 0) <= INDEXED_SOURCES;

/**
 * The newest matches, and how many there are. Weeks that have an edition are answered from its sets; the week that is
 * still written, weeks that are asked for in part, and those in which a word is too rare for sets, by the index.
 */
export async function searchNews(
  db: Db,
  asked: NewsSearch,
  archive: readonly ArchivedWeek[],
  { readFirst = READ_FIRST } = {},
): Promise<NewsMatches> {
  const isEverySource = asked.sourceIds?.length === asked.allSourceIds.length;
  const search = isEverySource ? { ...asked, sourceIds: null } : asked;
  if (search.sourceIds?.length === 0 || search.marks.some((marks) => marks.length === 0)) {
    return { archived: sum(archive), count: 0, pooled: 0, contenders: [] };
  }
  const weeks = weeksWithin(archive, search);
  if (sum(weeks.filter((week) => !isReadable(week, search))) > sum(weeks) * MAX_UNREAD_SHARE) return byIndex(db, search, archive, false);

  let found = NOTHING;
  let indexed: Pick<ArchiveMatches, "count" | "pool"> = { count: 0, pool: [] };
  do {
    const isRare = found.articles > 0 && (expectedOf(found) / found.articles) * sum(weeks) < FEW_MATCHES && isVisited(search);
    const more = isRare ? { isRare } : await readOn(db, search, weeks, found, found.articles === 0 ? readFirst : enoughAfter(found));
    if ("isRare" in more) return byIndex(db, search, archive, more.isRare);
    found = more;
    if (found.weeks.length === weeks.length || expectedOf(found) > COUNTED_MATCHES) indexed = await searchWeeks(db, search, found.left);
  } while (found.weeks.length < weeks.length && found.count + indexed.count <= COUNTED_MATCHES);

  const terms = search.query?.terms ?? [];
  const pool = poolOf(found.weeks, found.read, indexed.pool, terms);
  const contenders = await resolved(db, contendersOf(pool, terms.length, search.limit));
  if (!contenders) return byIndex(db, search, archive, false);
  return { archived: sum(archive), count: Math.min(found.count + indexed.count, COUNTED_MATCHES + 1), pooled: pool.length, contenders };
}
