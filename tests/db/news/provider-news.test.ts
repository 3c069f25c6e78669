import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { storeArticles } from "@/db/queries/news/news";
import { listProviderNews } from "@/db/queries/news/provider-news";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver } from "../../support/stores/drivers";
import { anArticle } from "../../support/news/stored-articles";

const NOW = new Date("2026-11-20T06:00:00Z");
const WEEK_AGO = new Date("2026-11-13T06:00:00Z");
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

forEachDriver((open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() => database.db.execute(sql`truncate articles`));

  const store = (...titles: string[]) =>
    storeArticles(
      database.db,
      titles.map((title, index) => anArticle({ title, snippet: "", publishedAt: hoursAgo(index) })),
    );
  const titles = async (name: string) =>
    (await listProviderNews(database.db, { id: "none-of-the-twelve", name }, WEEK_AGO, 10)).newest.map(({ title }) => title);

  test("finds an attention provider by its stored mark, not its name; newest first, counting all and listing a few", async () => {
    await storeArticles(
      database.db,
      [5, 1, 3].map((hours) => anArticle({ title: `${hours}`, providers: ["openai", "meta"], publishedAt: hoursAgo(hours) })),
    );
    await storeArticles(database.db, [
      anArticle({ title: "OpenAI, unmarked", publishedAt: NOW }),
      anArticle({ title: "old", providers: ["openai"], publishedAt: new Date(WEEK_AGO.getTime() - 1) }),
    ]);
    const { count, newest } = await listProviderNews(database.db, { id: "openai", name: "OpenAI" }, WEEK_AGO, 2);
    expect([count, newest.map(({ title }) => title), newest[0]?.publishedAt]).toEqual([3, ["1", "3"], hoursAgo(1)]);
  });

  test("finds any other provider by its whole name, case-sensitively", async () => {
    await store("Groq opens a region", "Groqians unite", "groq in lower case", "MyGroq", "Chips (Groq).", "Groq");
    expect(await titles("Groq")).toEqual(["Groq opens a region", "Chips (Groq).", "Groq"]);
  });

  test("treats a name as text, never as a pattern", async () => {
    await store("01.AI ships", "01xAI ships", "AI/ML API is down", "C++ (beta)", "anything at all");
    expect([
      await titles("01.AI"),
      await titles("AI/ML API"),
      await titles("C++ (beta)"),
      await titles(".*"),
      await titles("' or true --"),
    ]).toEqual([["01.AI ships"], ["AI/ML API is down"], ["C++ (beta)"], [], []]);
  });

  test("finds nothing for a provider that no article names", async () => {
    expect(await listProviderNews(database.db, { id: "openai", name: "OpenAI" }, WEEK_AGO, 8)).toEqual({ count: 0, newest: [] });
  });
});
