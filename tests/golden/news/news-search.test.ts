import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newsSearch } from "@/lib/endpoints/premium/news/search";
import { anArticle, storeNews } from "../../support/news/stored-articles";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { fundedToken } from "../../support/money/money";
import { request } from "../../support/server/request";

/** Six articles, newest first: a is published now, f 100 hours before, so recency is 1 - hours / 100 wherever both match. */
const now = new Date(Date.now() - 60_000);
const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

const ARTICLES = [
  anArticle({ id: "a", title: "Weekly notes", snippet: "What Opus costs now, and why", publishedAt: ago(0) }),
  anArticle({
    id: "b",
    title: "Opus pricing changes",
    snippet: "New price for the Opus models",
    publishedAt: ago(20),
    sourceId: "anthropic",
    sourceName: "Anthropic News",
    sourceDomain: "anthropic.com",
    providers: ["anthropic"],
  }),
  anArticle({
    id: "c",
    title: "GPT-5.1 arrives",
    snippet: "OpenAI's GPT5.1 beats o3-mini; pricing unchanged",
    publishedAt: ago(40),
    categories: ["General AI"],
    providers: ["openai"],
  }),
  anArticle({
    id: "d",
    title: "Claude 4.7 tested",
    snippet: "Opus grade answers at a lower price",
    publishedAt: ago(60),
    categories: ["Research"],
  }),
  anArticle({ id: "e", title: "Open weights", snippet: "The weights are open", publishedAt: ago(80) }),
  anArticle({ id: "f", title: "An Opus for piano", snippet: "No price is named", publishedAt: ago(100) }),
];

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await storeNews(database.db, ARTICLES, now);
});
afterAll(() => database.close());

async function search(params: Record<string, string>) {
  const { bearer } = await fundedToken(database.db, 1);
  const { status, body, text } = await request(newsSearch, `${newsSearch.path}?${new URLSearchParams(params)}`, { headers: bearer });
  expect(status, text).toBe(200);
  return body;
}

type Shown = [string, number, string[]];
const shown = (body: { results: { id: string; relevance: number; matched_terms: string[] }[] }): Shown[] =>
  body.results.map(({ id, relevance, matched_terms: terms }) => [id, relevance, terms]);

describe("relevance, computed by hand", () => {
  test("one word: title 3 points, snippet 1, of 4; recency between the newest and the oldest match", async () => {
    // a: snippet 1/4: 0.7 * 0.25 + 0.3 * 1    = 0.475
    // b: both   4/4: 0.7 * 1    + 0.3 * 0.8  = 0.94
    // d: snippet 1/4: 0.7 * 0.25 + 0.3 * 0.4  = 0.295
    // f: title  3/4: 0.7 * 0.75 + 0.3 * 0    = 0.525
    const body = await search({ q: "opus" });
    expect(shown(body)).toEqual([
      ["b", 0.94, ["opus"]],
      ["f", 0.525, ["opus"]],
      ["a", 0.475, ["opus"]],
      ["d", 0.295, ["opus"]],
    ]);
    expect(body).toMatchObject({
      query: "opus",
      total_corpus: 6,
      matched: 4,
      matched_at_least: null,
      ranked_pool: 4,
      returned: 4,
      billing: { credits_charged: 1, credits_remaining: 0 },
    });
  });

  test("two words must both occur, each in any form; points are out of 8", async () => {
    // Recency between b (20 h) and f (100 h).
    // b: opus 3 + 1, price 3 + 1: 8/8: 0.7 * 1     + 0.3 * 1   = 1
    // d: opus 1, price 1:         2/8: 0.7 * 0.25  + 0.3 * 0.5 = 0.325
    // f: opus 3, price 1:         4/8: 0.7 * 0.5   + 0.3 * 0   = 0.35
    expect(shown(await search({ q: "opus price" }))).toEqual([
      ["b", 1, ["opus", "price"]],
      ["f", 0.35, ["opus", "price"]],
      ["d", 0.325, ["opus", "price"]],
    ]);
  });

  test("alternatives: an article lists which of them it contains", async () => {
    // Recency lies between C (40 h) and D (60 h). C: gpt 5.1 in title and snippet 4, o3 mini 1; D: claude 4.7 3.
    // Three terms, 12 points. c: 0.7 * 5/12 + 0.3 * 1 = 0.591667; d: 0.7 * 3/12 + 0.3 * 0 = 0.175
    expect(shown(await search({ q: "gpt-5.1 or o3-mini or claude-4.7" }))).toEqual([
      ["c", 0.5917, ["gpt 5.1", "o3 mini"]],
      ["d", 0.175, ["claude 4.7"]],
    ]);
  });

  test("a single match has recency 1", async () => {
    // c: title 3 + snippet 1 of 4: 0.7 + 0.3 = 1
    expect(shown(await search({ q: "GPT-5.1" }))).toEqual([["c", 1, ["gpt 5.1"]]]);
  });

  test("without words the newest articles come first, each with relevance 1", async () => {
    expect(shown(await search({ limit: "3" }))).toEqual([
      ["a", 1, []],
      ["b", 1, []],
      ["c", 1, []],
    ]);
  });
});

describe("filters and syntax", () => {
  const ids = async (params: Record<string, string>): Promise<string> =>
    (await search(params)).results
      .map(({ id }: { id: string }) => id)
      .toSorted()
      .join("");

  test.each([
    ["gpt 5.1", "c"],
    ["GPT5.1", "c"],
    ["gpt-5", ""],
    ["o3", "c"],
    ["o3-mini", "c"],
    ["claude-4.7", "d"],
    ["Claude v4.7", "d"],
    ["4.7", "d"],
    ["pricing", "bcdf"],
    ['"opus models"', "b"],
    ['"models opus"', ""],
    ['"opus pricing" changes', "b"],
    ["opus -price", "a"],
    ['opus -"lower price"', "abf"],
    ["weights open", "e"],
    ['"open weights"', "e"],
    ["opus or weights", "abdef"],
    ["weights or -opus", "e"],
    ["what is the price of the opus?", "bdf"],
    ["unheard", ""],
  ])("%s: %s", async (q, expected) => expect(await ids({ q })).toBe(expected));

  test.each([
    [{ q: "opus", provider: "ANTHROPIC" }, "b"],
    [{ q: "opus", provider: "face" }, "adf"],
    [{ q: "opus", provider: "huggingface.co" }, "adf"],
    [{ provider: "nobody" }, ""],
    [{ provider: "%" }, ""],
    [{ q: "price", category: "research" }, "d"],
    [{ category: "openai" }, "c"],
    [{ category: "All", q: "opus" }, "abdf"],
    [{ category: "no such" }, ""],
    [{ category: "General AI", provider: "anthropic" }, ""],
  ])("%j: %s", async (params, expected) => expect(await ids(params as Record<string, string>)).toBe(expected));

  test("filters by days of publication, the last one included", async () => {
    const day = (hours: number): string => ago(hours).toISOString().slice(0, 10);
    const inDays = (first: string, last: string): string =>
      ARTICLES.filter(
        ({ publishedAt }) => publishedAt.toISOString().slice(0, 10) >= first && publishedAt.toISOString().slice(0, 10) <= last,
      )
        .map(({ id }) => id)
        .join("");
    for (const [from, to] of [
      [100, 60],
      [40, 0],
      [60, 60],
    ] as const) {
      expect(await ids({ from: day(from), to: day(to) })).toBe(inDays(day(from), day(to)));
    }
    expect(await ids({ to: day(60), q: "opus" })).toBe([...inDays("2000-01-01", day(60))].filter((id) => "abdf".includes(id)).join(""));
    expect(await ids({ from: day(60), q: "opus" })).toBe([...inDays(day(60), "9999-01-01")].filter((id) => "abdf".includes(id)).join(""));
  });

  test("counts matches beyond the limit", async () => {
    expect(await search({ q: "opus", limit: "1" })).toMatchObject({ matched: 4, ranked_pool: 4, returned: 1, results: [{ id: "b" }] });
  });
});
