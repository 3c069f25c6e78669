import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { dumpDatabase } from "@/db/backup/dump";
import { loadBackup } from "@/db/backup/load";
import { inTransaction, type Db } from "@/db/client";
import { listArticlesById, storeArticles } from "@/db/queries/news/news";
import { listPublications, RANKED_MATCHES, searchNews, type NewsMatches, type NewsSearch } from "@/db/queries/news/search-news";
import { applyMigration, createJournal, migrationsOf } from "@/db/migrate/migration-files";
import { parseSearch, STOP_WORDS } from "@/lib/domain/news/search/search-query";
import { forEachDriver } from "../../support/stores/drivers";
import { anArticle } from "../../support/news/stored-articles";
import type { TestDatabase } from "../../support/stores/database";
import { rowsOf } from "../../support/stores/rows-of";

const at = (day: string): Date => new Date(`${day}T12:00:00Z`);
const found = (db: Db, q: string | null, rest: Partial<NewsSearch> = {}): Promise<NewsMatches> =>
  searchNews(db, {
    query: q === null ? null : parseSearch(q),
    filter: null,
    sourceIds: null,
    from: null,
    until: null,
    limit: 25,
    ...rest,
  });
const idsOf = async (db: Db, q: string | null, rest?: Partial<NewsSearch>): Promise<string[]> =>
  (await found(db, q, rest)).best.map(({ id }) => id);

const ROOT = join(import.meta.dirname, "../../..");
const MIGRATIONS = migrationsOf(ROOT);
const SEARCH_MIGRATION = MIGRATIONS.findIndex(({ tag }) => tag === "0027_news_search_in_articles");

forEachDriver((open) => {
  test("finds stored articles, and corrected ones by their new text", async () => {
    const { db, close } = await open();
    const first = anArticle({ id: "one", title: "Opus", publishedAt: at("2026-11-01"), isDateEstimated: true });
    await storeArticles(db, [first, anArticle({ id: "two", title: "Sonnet", publishedAt: at("2026-11-01") })]);
    expect(await idsOf(db, "opus")).toEqual(["one"]);
    await storeArticles(db, [
      { ...first, title: "Haiku", publishedAt: at("2026-10-01"), isDateEstimated: false, providers: ["anthropic"] },
    ]);
    expect(await idsOf(db, "opus")).toEqual([]);
    expect(await idsOf(db, "haiku", { filter: { categories: [], providers: ["anthropic"] } })).toEqual(["one"]);
    expect(await idsOf(db, "haiku", { from: at("2026-10-02") })).toEqual([]);
    await close();
  });

  test("lists every publication with stored articles once", async () => {
    const { db, close } = await open();
    expect(await listPublications(db)).toEqual([]);
    const article = anArticle({ id: "one", sourceId: "verge", sourceName: "The Verge", sourceDomain: "theverge.com" });
    await storeArticles(db, [article, { ...article, id: "two" }, anArticle()]);
    expect(await listPublications(db)).toEqual([
      { id: "huggingface", name: "Hugging Face Blog", domain: "huggingface.co" },
      { id: "verge", name: "The Verge", domain: "theverge.com" },
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

  test("finds and excludes phrases in any form of their words, within title or snippet", async () => {
    const { db, close } = await open();
    await storeArticles(db, [
      anArticle({ id: "one", title: "An AI model", snippet: "" }),
      anArticle({ id: "two", title: "AI modelling", snippet: "The AI-models of large language" }),
      anArticle({ id: "three", title: "Notes on AI", snippet: "Models are models of AI" }),
    ]);
    expect((await idsOf(db, '"AI models"')).toSorted()).toEqual(["one", "two"]);
    expect(await idsOf(db, '"AI models" "large languages"')).toEqual(["two"]);
    expect(await idsOf(db, 'model -"AI models"')).toEqual(["three"]);
    expect((await idsOf(db, '"AI models" or notes')).toSorted()).toEqual(["one", "three", "two"]);
    await close();
  });

  test("relevance never exceeds 1, and a word in the title counts more than one in the snippet", async () => {
    const { db, close } = await open();
    const texts = { both: ["Opus", "opus opus"], title: ["Opus", ""], snippet: ["Notes", "On opus"], often: ["Opus opus opus", "Opus"] };
    await storeArticles(
      db,
      Object.entries(texts).map(([id, [title = "", snippet = ""]]) => anArticle({ id, title, snippet })),
    );
    expect((await found(db, "opus")).best.map(({ id, relevance }) => [id, relevance])).toEqual([
      ["both", 1],
      ["often", 1],
      ["title", 0.825],
      ["snippet", 0.475],
    ]);
    await close();
  });

  test("counts and ranks the newest matches up to the bound, and combines filters", async () => {
    const { db, close } = await open();
    const count = RANKED_MATCHES * 2;
    const newest = at("2026-11-20");
    const rows = Array.from({ length: count }, (_, index) =>
      anArticle({
        id: `n${String(index).padStart(6, "0")}`,
        title: `every ${index % 4 === 0 ? "fourth" : "plain"}${index === count - 1 ? " rare every" : ""}`,
        snippet: index === RANKED_MATCHES ? "every" : "",
        sourceId: index % 2 === 0 ? "even" : "odd",
        publishedAt: new Date(newest.getTime() - index * 3_600_000),
      }),
    );
    for (let start = 0; start < count; start += 500) await storeArticles(db, rows.slice(start, start + 500));
    const every = await found(db, "every", { limit: 3 });
    // Article 1,000 would have the highest score, but is older than the newest thousand.
    expect([every.count, every.best.map(({ id }) => id)]).toEqual([RANKED_MATCHES + 1, ["n000000", "n000001", "n000002"]]);
    expect((await found(db, "fourth")).count).toBe(count / 4);
    expect(await found(db, "rare")).toEqual({ count: 1, best: [{ id: "n001999", relevance: 0.825, holds: [true] }] });
    expect((await found(db, "plain", { sourceIds: ["even"] })).count).toBe(count / 4);
    for (const none of [{ filter: { categories: [], providers: [] } }, { sourceIds: [] }]) {
      expect(await found(db, "every", none)).toEqual({ count: 0, best: [] });
    }
    const days = { from: new Date("2026-11-03T00:00:00Z"), until: new Date("2026-11-05T00:00:00Z") };
    for (const q of ["every", null]) expect((await found(db, q, days)).count).toBe(48);
    expect((await found(db, null)).best[0]).toEqual({ id: "n000000", relevance: 1, holds: [] });
    await close();
  });

  async function openEmpty(): Promise<TestDatabase> {
    const database = await open();
    for (const schema of ["public", "drizzle"]) await database.db.execute(sql`drop schema ${sql.identifier(schema)} cascade`);
    await database.db.execute(sql`create schema public`);
    return database;
  }

  async function openFormer(): Promise<TestDatabase> {
    const database = await openEmpty();
    const { db } = database;
    await createJournal(db);
    for (const migration of MIGRATIONS.slice(0, SEARCH_MIGRATION)) await applyMigration(db, migration);
    for (const [id, title] of [
      ["indexed", "GPT-5.1 models"],
      ["unindexed", "Opus models"],
      ["outdated", "Sonnet models"],
    ]) {
      await db.execute(
        sql`insert into articles values (${id}, 'hub', 'The Hub', 'hub.org', null, 'https://hub.org', ${title}, 'Notes', '{Models}', '{}', now(), false, now())`,
      );
    }
    await db.execute(sql`insert into article_words values
      ('indexed', now(), setweight(to_tsvector('english', 'gpt 5.1 models'), 'A') || setweight(to_tsvector('english', 'notes'), 'B') || array_to_tsvector(array['w1=2955', 's=hub', 'c=Models']), 3, 'hub'),
      ('outdated', now(), ''::tsvector, 2, 'hub')`);
    return database;
  }

  async function expectFound(db: Db): Promise<void> {
    expect((await idsOf(db, "model")).toSorted()).toEqual(["indexed", "outdated", "unindexed"]);
    expect(await idsOf(db, "GPT5.1")).toEqual(["indexed"]);
    const [row] = await rowsOf<{ words: string }>(db, sql`select words::text as words from articles where id = 'indexed'`);
    expect(row?.words).toBe("'5.1':2A 'gpt':1A 'model':3A 'note':4B");
    await storeArticles(db, [anArticle({ id: "outdated", title: "Sonnet 4.5", sourceId: "hub" })]);
    expect(await idsOf(db, "Sonnet4.5")).toEqual(["outdated"]);
    expect(Object.keys((await listArticlesById(db, ["outdated"]))[0] ?? {})).not.toContain("words");
  }

  test("finds the articles of a database that had the search's former tables, and of its backup", async () => {
    const former = await openFormer();
    const written: string[] = [];
    await dumpDatabase(former.db, { root: ROOT, now: new Date(), write: async (text) => void written.push(text) });
    for (const migration of MIGRATIONS.slice(SEARCH_MIGRATION)) await applyMigration(former.db, migration);
    await expectFound(former.db);
    await former.close();

    const restored = await openEmpty();
    const lines = Readable.from(written.join("").trimEnd().split("\n"))[Symbol.asyncIterator]();
    await inTransaction(restored.db, (tx) => loadBackup(tx, lines, ROOT));
    await expectFound(restored.db);
    await restored.close();
  });
});
