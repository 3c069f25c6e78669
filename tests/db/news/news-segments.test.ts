import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction, type Db } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { storeArticles, type NewArticle } from "@/db/queries/news/news";
import { dropStaleSegments, buildWeekSegment, listWeeksWithoutSegment } from "@/db/queries/news/search/news-segments";
import { searchNews, type NewsSearch } from "@/db/queries/news/search/search-news";
import { categoryMark, listArchivedWeeks, listPublications, providerMark, type ArchivedWeek } from "@/db/queries/news/search/news-words";
import { buildSegments } from "@/jobs/refresh-news/index-past-articles";
import { parseSearch } from "@/lib/domain/news/search/search-query";
import { newestMatches, rankMatches } from "@/lib/domain/news/search/search-relevance";
import { startOfWeek, weekOf } from "@/lib/domain/news/search/week-blocks";
import { forEachDriver } from "../../support/stores/drivers";
import { anArticle } from "../../support/news/stored-articles";

const now = new Date("2026-11-20T12:00:00Z");
const HOUR_MS = 3_600_000;
const signal = new AbortController().signal;

/** Share of the articles that contain the words. */
const WORDS = [
  ["AI", 0.6],
  ["models", 0.3],
  ["agents", 0.1],
  ["GPT-5.1", 0.05],
  ["machine learning", 0.05],
  ["learning machines", 0.02],
  ["opus", 0.01],
  ["kraken", 0.002],
] as const;

/** A seeded generator: the same numbers on every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** `count` articles over ten weeks, some at the same moment. */
function archive(count: number): NewArticle[] {
  const next = numbers(11);
  return Array.from({ length: count }, (_, index) => {
    const wordsOf = (share: number) => WORDS.filter(([, frequency]) => next() < frequency * share).map(([word]) => word);
    const publishedAt = new Date(now.getTime() - Math.floor((index / count) * 70 * 24) * HOUR_MS);
    return anArticle({
      id: `n${String((index * 7919) % count).padStart(6, "0")}`,
      title: ["Notes", ...wordsOf(0.5)].join(" "),
      snippet: ["On", ...wordsOf(0.7), "today"].join(" "),
      sourceId: `source-${index % 7}`,
      sourceName: `Journal ${index % 7}`,
      categories: index % 3 === 0 ? ["Research"] : ["Models"],
      providers: index % 11 === 0 ? ["openai"] : [],
      publishedAt,
      fetchedAt: publishedAt,
    });
  });
}

async function store(db: Db, articles: readonly NewArticle[]): Promise<void> {
  for (let start = 0; start < articles.length; start += 500) await storeArticles(db, articles.slice(start, start + 500));
}

async function searchFor(db: Db, q: string | null, rest: Partial<NewsSearch> = {}): Promise<NewsSearch> {
  return {
    query: q === null ? null : parseSearch(q),
    sourceIds: null,
    allSourceIds: (await listPublications(db)).map(({ sourceId }) => sourceId),
    marks: [],
    from: null,
    until: null,
    limit: 10,
    ...rest,
  };
}

async function found(db: Db, search: NewsSearch, archived: readonly ArchivedWeek[], options = {}) {
  const { contenders, ...counts } = await searchNews(db, search, archived, options);
  return {
    ...counts,
    ranked: search.query ? rankMatches(contenders, search.query.terms.length, search.limit) : newestMatches(contenders, search.limit),
  };
}

const QUERIES = [
  "AI",
  "models",
  "agents",
  "opus",
  "kraken",
  "nosuchword",
  "GPT-5.1",
  "AI models",
  "AI agents models",
  "AI opus",
  "AI -models",
  "agents -AI",
  "AI -kraken",
  "opus or kraken",
  "AI or models -agents",
  "models -AI or agents",
  "agents or -AI",
  '"machine learning"',
  '"learning machines" AI',
  '"machine learning" or "learning machine"',
  '-"machine learning" agents',
  '"AI models"',
  '"AI models agents"',
  '"notes AI"',
  "machine -learning",
  null,
] as const;

forEachDriver((open) => {
  test("answers the same with segments as without, for every query and filter", async () => {
    const { db, close } = await open();
    await store(db, archive(3000));
    const before = await listArchivedWeeks(db);
    const days = [new Date("2026-10-01T00:00:00Z"), new Date("2026-11-11T00:00:00Z")] as const;
    const filters: Partial<NewsSearch>[] = [
      {},
      { limit: 1 },
      { limit: 100, sourceIds: ["source-1", "source-5"] },
      { sourceIds: ["source-0", "source-1", "source-2", "source-3", "source-4"] },
      { marks: [[categoryMark("Research")]] },
      {
        marks: [
          [categoryMark("Research"), providerMark("openai")],
          [providerMark("openai"), providerMark("xai")],
        ],
      },
      { from: days[0] },
      { until: days[1] },
      { from: days[0], until: days[1], sourceIds: ["source-2"] },
      { marks: [[]] },
      { sourceIds: [] },
    ];
    const searches = await Promise.all(QUERIES.flatMap((q) => filters.map((filter) => searchFor(db, q, filter))));
    const plain = [];
    for (const search of searches) plain.push(await found(db, search, before));
    expect(await buildSegments(db, now, signal)).toBe(10);
    const after = await listArchivedWeeks(db);
    expect(after.map(({ segment }) => segment !== null)).toEqual(after.map(({ week }) => week < weekOf(now)));
    for (const [index, search] of searches.entries()) {
      for (const readFirst of [undefined, 400]) {
        expect(
          await found(db, search, after, { readFirst }),
          `${search.query?.expression} ${JSON.stringify({ ...search, query: "" })}`,
        ).toEqual(plain[index]);
      }
    }
    await close();
  });

  test("answers from segments when the index has no rows for their weeks", async () => {
    const { db, close } = await open();
    await store(db, archive(1500));
    await buildSegments(db, now, signal);
    const [search, archived] = [await searchFor(db, "AI"), await listArchivedWeeks(db)];
    const whole = await found(db, search, archived);
    await db.execute(sql`delete from article_words where published_at < ${startOfWeek(weekOf(now)).toISOString()}::timestamptz`);
    expect(await found(db, search, archived)).toEqual(whole);
    await db.execute(sql`update news_weeks set edition = null`);
    expect((await found(db, search, await listArchivedWeeks(db))).count).toBeLessThan(whole.count / 2);
    await close();
  });

  test("a late or corrected article invalidates the segment of its week, and the next run builds a new one", async () => {
    const { db, close } = await open();
    const articles = archive(1500);
    await store(db, articles);
    await buildSegments(db, now, signal);
    const late = anArticle({ id: "late", title: "AI gets a Kraken", publishedAt: new Date("2026-10-20T00:00:00Z") });
    const { id } = articles.at(-3) as NewArticle;
    await store(db, [late, { ...(articles.at(-3) as NewArticle), title: "A corrected Kraken of AI" }]);
    const kraken = await searchFor(db, "AI kraken", { limit: 100 });
    for (const built of [2, 0]) {
      const stale = await listWeeksWithoutSegment(db, weekOf(now));
      expect(stale).toHaveLength(built);
      const ids = (await found(db, kraken, await listArchivedWeeks(db))).ranked.map((match) => match.id);
      expect(ids).toEqual(expect.arrayContaining(["late", id]));
      expect(await buildSegments(db, now, signal)).toBe(built);
    }
    await dropStaleSegments(db);
    const [kept] = await rowsOf<{ editions: number; words: number; articles: number }>(
      db,
      sql`select count(*)::int as editions, (select count(distinct edition)::int from news_edition_words) as words, (select count(distinct edition)::int from news_edition_articles) as articles from news_editions`,
    );
    expect(kept).toEqual({ editions: 10, words: 10, articles: 10 });
    await close();
  });

  test("falls back to the index when a segment is gone or dropped while it is read", async () => {
    const { db, close } = await open();
    await store(db, archive(1500));
    const [search, plain] = [await searchFor(db, "AI -models", { marks: [[categoryMark("Research")]] }), await listArchivedWeeks(db)];
    const expected = await found(db, search, plain);
    await buildSegments(db, now, signal);
    const archived = await listArchivedWeeks(db);
    await db.execute(sql`delete from news_edition_articles`);
    expect(await found(db, search, archived)).toEqual(expected);
    await db.execute(sql`update news_weeks set edition = null`);
    await dropStaleSegments(db);
    expect(await found(db, search, archived)).toEqual(expected);
    await close();
  });

  test("a segment built while articles are stored holds all of them or is invalidated", async () => {
    const { db, close } = await open();
    const articles = archive(1500);
    await store(db, articles);
    const week = weekOf(now) - 3;
    for (let round = 0; round < 6; round++) {
      const late = anArticle({ id: `late-${round}`, title: "AI", publishedAt: new Date(startOfWeek(week).getTime() + HOUR_MS) });
      await Promise.all([buildWeekSegment(db, week), inTransaction(db, (tx) => storeArticles(tx, [late])), buildWeekSegment(db, week)]);
      const current = (await listArchivedWeeks(db)).find((one) => one.week === week);
      const [segment] = await rowsOf<{ articles: number }>(
        db,
        sql`select count(*)::int as articles from news_edition_articles where edition = ${current?.segment ?? 0}`,
      );
      if (current?.segment) expect(segment?.articles).toBe(current.articles);
    }
    expect(await buildWeekSegment(db, week)).toBe(true);
    await close();
  });
});
