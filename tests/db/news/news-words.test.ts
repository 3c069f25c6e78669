import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { storeArticles } from "@/db/queries/news/news";
import {
  COUNTED_MATCHES,
  RANKED_POOL,
  searchArchive,
  type ArchiveMatches,
  type ArchiveSearch,
} from "@/db/queries/news/search/search-index";
import { searchNews } from "@/db/queries/news/search/search-news";
import { listArchivedWeeks, listPublications, listUnindexedArticles, providerMark } from "@/db/queries/news/search/news-words";
import { indexPastArticles, buildSegments } from "@/jobs/refresh-news/index-past-articles";
import { COMMON_STEMS, commonStem } from "@/lib/domain/news/search/common-pairs";
import { parseSearch, STOP_WORDS } from "@/lib/domain/news/search/search-query";
import { weekOf } from "@/lib/domain/news/search/week-blocks";
import { forEachDriver } from "../../support/stores/drivers";
import { anArticle } from "../../support/news/stored-articles";

const at = (day: string): Date => new Date(`${day}T12:00:00Z`);
const searchFor = (q: string | null, rest: Partial<ArchiveSearch> = {}): ArchiveSearch => ({
  query: q === null ? null : parseSearch(q),
  sourceIds: null,
  marks: [],
  from: null,
  until: null,
  ...rest,
});
async function found(db: Db, search: ArchiveSearch): Promise<ArchiveMatches> {
  const matches = await searchArchive(db, search, await listArchivedWeeks(db));
  return { ...matches, pool: matches.pool.toSorted((a, b) => b.publishedAtMs - a.publishedAtMs || (a.id < b.id ? -1 : 1)) };
}

const idsOf = async (db: Db, search: ArchiveSearch): Promise<string[]> => (await found(db, search)).pool.map(({ id }) => id);

forEachDriver((open) => {
  test("finds stored articles, finds corrected ones by their new text, and counts them in their week", async () => {
    const { db, close } = await open();
    const first = anArticle({ id: "one", title: "Opus", publishedAt: at("2026-11-01"), isDateEstimated: true });
    await storeArticles(db, [first, anArticle({ id: "two", title: "Sonnet", publishedAt: at("2026-11-01") })]);
    expect(await idsOf(db, searchFor("opus"))).toEqual(["one"]);
    await storeArticles(db, [
      { ...first, title: "Haiku", publishedAt: at("2026-10-01"), isDateEstimated: false, providers: ["anthropic"] },
    ]);
    expect(await idsOf(db, searchFor("opus"))).toEqual([]);
    expect(await idsOf(db, searchFor("haiku", { marks: [[providerMark("anthropic")]] }))).toEqual(["one"]);
    expect(await listArchivedWeeks(db)).toEqual([
      { week: weekOf(at("2026-11-01")), articles: 1, segment: null },
      { week: weekOf(at("2026-10-01")), articles: 1, segment: null },
    ]);
    await close();
  });

  test("keeps the current name and domain of a publication", async () => {
    const { db, close } = await open();
    const article = anArticle({ id: "one", sourceId: "verge", sourceName: "The Verge AI", sourceDomain: "theverge.com" });
    await storeArticles(db, [article, anArticle()]);
    await storeArticles(db, [{ ...article, sourceName: "The Verge" }]);
    expect(await listPublications(db)).toEqual([
      { sourceId: "huggingface", name: "Hugging Face Blog", domain: "huggingface.co" },
      { sourceId: "verge", name: "The Verge", domain: "theverge.com" },
    ]);
    await close();
  });

  test("uses the same stop words as the database", async () => {
    const { db, close } = await open();
    const rows = await rowsOf<{ word: string; is_stop: boolean }>(
      db,
      sql`select word, to_tsvector('english', word) = ''::tsvector as is_stop from jsonb_array_elements_text(${JSON.stringify([...STOP_WORDS, "opus", "gpt", "5.1", "o3", "4o", "300x", "智", "3.5.2", "x"])}::jsonb) as word`,
    );
    expect(rows.filter(({ word, is_stop: isStop }) => isStop !== STOP_WORDS.has(word))).toEqual([]);
    await close();
  });

  test("recognizes every form that the database reduces to a common stem", async () => {
    const { db, close } = await open();
    const endings = [
      "",
      "s",
      "e",
      "es",
      "d",
      "ed",
      "er",
      "ers",
      "ing",
      "ings",
      "ling",
      "led",
      "lers",
      "al",
      "ally",
      "ent",
      "ently",
      "ence",
      "ic",
      "ive",
      "ively",
      "ivity",
      "or",
      "ors",
      "ion",
      "ions",
      "ional",
      "ation",
      "ly",
      "ness",
      "ment",
      "able",
      "ity",
      "ful",
      "y",
      "ies",
      "ize",
      "ism",
      "ist",
      "ous",
      "ate",
      "en",
      "est",
    ];
    const forms = [...COMMON_STEMS].flatMap((stem) => endings.map((ending) => ({ stem, form: `${stem}${ending}` })));
    const rows = await rowsOf<{ form: string; stem: string }>(
      db,
      sql`select form, stem from jsonb_to_recordset(${JSON.stringify(forms)}::jsonb) as f(form text, stem text) where to_tsvector('english', form) = array_to_tsvector(array[stem]) or strip(to_tsvector('english', form)) = array_to_tsvector(array[stem])`,
    );
    expect(rows.length).toBeGreaterThan(COMMON_STEMS.size);
    expect(rows.filter(({ form, stem }) => commonStem(form) !== stem)).toEqual([]);
    for (const word of [
      "claude",
      "anthropic",
      "google",
      "machine",
      "machines",
      "language",
      "large",
      "artificial",
      "intelligence",
      "generative",
      "generation",
      "source",
      "sources",
      "released",
      "releasing",
      "models",
      "modeling",
      "modelling",
      "agents",
      "learning",
    ]) {
      expect(commonStem(word), word).not.toBeNull();
    }
    await close();
  });

  test("finds and excludes phrases of common words in any of their forms, within title or snippet", async () => {
    const { db, close } = await open();
    await storeArticles(db, [
      anArticle({ id: "one", title: "An AI model", snippet: "" }),
      anArticle({ id: "two", title: "AI modelling", snippet: "The AI-models of large language" }),
      anArticle({ id: "three", title: "Notes on AI", snippet: "Models are models of AI" }),
    ]);
    expect((await idsOf(db, searchFor('"AI models"'))).toSorted()).toEqual(["one", "two"]);
    expect(await idsOf(db, searchFor('"AI models" "large languages"'))).toEqual(["two"]);
    expect(await idsOf(db, searchFor('model -"AI models"'))).toEqual(["three"]);
    expect((await idsOf(db, searchFor('"AI models" or notes'))).toSorted()).toEqual(["one", "three", "two"]);
    await close();
  });

  test("indexes articles stored before the search existed or by older rules, once", async () => {
    const { db, close } = await open();
    await storeArticles(db, [
      anArticle({ id: "old", title: "Opus" }),
      anArticle({ id: "new", title: "Opus" }),
      anArticle({ id: "older", title: "Opus" }),
    ]);
    await db.execute(sql`delete from article_words where article_id = 'old'`);
    await db.execute(sql`update news_weeks set articles = articles - 1`);
    await db.execute(sql`update article_words set rules = 0, words = ''::tsvector where article_id = 'older'`);
    expect((await listUnindexedArticles(db, "", 10)).map(({ id }) => id)).toEqual(["old", "older"]);
    const now = new Date();
    expect(await indexPastArticles(db, now, new AbortController().signal)).toBe(2);
    expect((await idsOf(db, searchFor("opus"))).toSorted()).toEqual(["new", "old", "older"]);
    expect((await listArchivedWeeks(db)).reduce((sum, { articles }) => sum + articles, 0)).toBe(3);
    await db.execute(sql`delete from article_words where article_id = 'old'`);
    expect(await indexPastArticles(db, now, new AbortController().signal)).toBe(0);
    await close();
  });

  describe("an archive of many weeks", () => {
    const DAY_MS = 86_400_000;
    const newest = at("2026-11-20");
    /** One article per hour: "every" is in all of them, "third" in every third, "rare" only in the oldest. */
    const archive = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        anArticle({
          id: `n${String(index).padStart(6, "0")}`,
          title: `every ${index % 3 === 0 ? "third" : "other"}${index === count - 1 ? " rare" : ""}`,
          snippet: "",
          sourceId: index % 2 === 0 ? "even" : "odd",
          publishedAt: new Date(newest.getTime() - index * (DAY_MS / 24)),
        }),
      );

    test("pools the newest matches, counts exactly up to the bound, and combines filters", async () => {
      const { db, close } = await open();
      const count = 11_000;
      const rows = archive(count);
      for (let start = 0; start < count; start += 500) await storeArticles(db, rows.slice(start, start + 500));
      const every = await found(db, searchFor("every"));
      expect([every.archived, every.count, every.pool.length]).toEqual([count, COUNTED_MATCHES + 1, RANKED_POOL]);
      expect(every.pool.map(({ id }) => id)).toEqual(rows.slice(0, RANKED_POOL).map(({ id }) => id));
      expect(every.pool[5]).toEqual({ id: "n000005", publishedAtMs: newest.getTime() - 5 * 3_600_000, inTitle: 1, inSnippet: 0 });
      const third = await found(db, searchFor("third"));
      expect([third.count, third.pool.at(-1)?.id]).toEqual([Math.ceil(count / 3), `n${String((RANKED_POOL - 1) * 3).padStart(6, "0")}`]);
      expect(await found(db, searchFor("rare"))).toMatchObject({ count: 1, pool: [{ id: "n010999" }] });
      for (const sourceIds of [["odd", "a", "b", "c", "d"], ["odd"]]) {
        expect(await found(db, searchFor("third", { sourceIds }))).toMatchObject({
          count: rows.filter((_, index) => index % 6 === 3).length,
        });
      }
      expect(await found(db, searchFor(null, { sourceIds: ["odd", "a", "b", "c", "d"] }))).toMatchObject({ count: count / 2 });
      for (const none of [{ marks: [[]] }, { sourceIds: [] }]) {
        expect(await found(db, searchFor("every", none))).toMatchObject({ archived: count, count: 0, pool: [] });
      }
      const [from, until] = [new Date("2026-03-03T00:00:00Z"), new Date("2026-03-05T00:00:00Z")];
      for (const q of ["every", null]) expect(await found(db, searchFor(q, { from, until }))).toMatchObject({ count: 48 });
      expect(await found(db, searchFor(null))).toMatchObject({ count: COUNTED_MATCHES + 1 });
      expect(await found(db, searchFor("third", { from: new Date("2026-11-20T00:00:00Z") }))).toMatchObject({ count: 5 });
      await buildSegments(db, newest, new AbortController().signal);
      const inSegments = await searchNews(
        db,
        { ...searchFor("every"), allSourceIds: ["even", "odd"], limit: 3 },
        await listArchivedWeeks(db),
      );
      expect([inSegments.archived, inSegments.count, inSegments.pooled]).toEqual([count, COUNTED_MATCHES + 1, RANKED_POOL]);
      expect(inSegments.contenders.map(({ id }) => id)).toEqual([0, 1, 2, RANKED_POOL - 1].map((index) => rows[index]?.id));
      await close();
    });
  });
});
