import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attentionCounts, type AttentionFacts } from "@/lib/domain/attention/attention-counts";
import { attentionIndex, attentionWords, type AttentionCounts } from "@/lib/domain/attention/attention-index";
import { summariseAttention, type AttentionDay } from "@/lib/domain/attention/attention-series";
import { fillDays } from "@/lib/domain/basics/date-range";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";

const counts = (id: string, news24h: number, news7d: number, trendingRepos: number, agentHits: number): AttentionCounts => ({
  id,
  news24h,
  news7d,
  trendingRepos,
  agentHits,
});

describe("what was counted, in words", () => {
  test.each([
    [[3, 36, 0, 740], "3 articles in 24 h, 36 articles in 7 days, 0 trending repositories, 740 visits by its crawlers in 24 h."],
    [[1, 1, 1, 1], "1 article in 24 h, 1 article in 7 days, 1 trending repository, 1 visit by its crawlers in 24 h."],
    [
      [0, 2, null, 0],
      "0 articles in 24 h, 2 articles in 7 days, 0 visits by its crawlers in 24 h. Not counted, since they were not read: repositories.",
    ],
    [[null, null, null, 7], "7 visits by its crawlers in 24 h. Not counted, since they were not read: news and repositories."],
  ] as const)("%j", ([news_24h, news_7d, trending_repos, agent_hits], words) => {
    expect(attentionWords({ news_24h, news_7d, trending_repos, agent_hits })).toBe(words);
  });
});

describe("the attention index", () => {
  test("golden: raw = 4 × news_24h + news_7d + 2 × repos + 0.05 × hits; score = raw / highest × 100", () => {
    // anthropic: 4 × 4 + 18 + 2 × 2 + 0.05 × 11 = 38.55; openai: 4 × 6 + 30 + 2 × 1 + 0.05 × 200 = 66; 38.55 / 66 × 100 = 58.409…
    expect(attentionIndex([counts("anthropic", 4, 18, 2, 11), counts("openai", 6, 30, 1, 200)])).toMatchObject([
      { id: "openai", rawScore: 66, attentionScore: 100, rank: 1 },
      { id: "anthropic", rawScore: 38.55, attentionScore: 58.4, rank: 2 },
    ]);
  });

  test("golden: scores are relative to at least 1: 3 hits are 0.15, so 15 of 100", () => {
    expect(attentionIndex([counts("a", 0, 0, 0, 3)])).toMatchObject([{ rawScore: 0.15, attentionScore: 15 }]);
  });

  test("keeps the input order of equal scores", () => {
    expect(
      attentionIndex([counts("a", 0, 1, 0, 0), counts("b", 0, 5, 0, 0), counts("c", 0, 1, 0, 0)]).map(({ id, rank }) => `${rank} ${id}`),
    ).toEqual(["1 b", "2 a", "3 c"]);
  });

  test("a provider of whom nothing was found has no place: neither score nor rank, and it comes last", () => {
    const NONE = { rawScore: null, attentionScore: null, rank: null };
    expect(attentionIndex([counts("nobody", 0, 0, 0, 0), counts("a", 0, 1, 0, 0)])).toMatchObject([
      { id: "a", rank: 1 },
      { id: "nobody", ...NONE },
    ]);
    const unread: AttentionCounts = { id: "unread", news24h: null, news7d: null, trendingRepos: null, agentHits: 0 };
    expect(attentionIndex([unread])).toEqual([{ ...unread, ...NONE }]);
  });

  test("ranks run from 1 to n, scores descend within 0 to 100", () => {
    const natural = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(natural, natural, natural, natural), { maxLength: 12 }), (rows) => {
        const index = attentionIndex(rows.map((numbers, position) => counts(String(position), ...numbers)));
        const isFound = (numbers: readonly number[]): boolean => numbers.some((number) => number > 0);
        const found = rows.filter(isFound).length;
        expect(index.map(({ rank }) => rank)).toEqual(rows.map((_, position) => (position < found ? position + 1 : null)));
        const scores = index.flatMap(({ attentionScore }) => attentionScore ?? []);
        for (const [position, score] of scores.entries()) expect(score).toBeLessThanOrEqual(scores[position - 1] ?? 100);
        expect(Math.min(0, ...scores)).toBe(0);
      }),
    );
  });
});

describe("attention counts", () => {
  const at = new Date("2026-05-15T06:00:00Z");
  const facts: AttentionFacts = {
    news24h: new Map([["anthropic", 2]]),
    news7d: new Map([
      ["anthropic", 5],
      ["nobody", 9],
    ]),
    newest: new Map([
      [
        "anthropic",
        ["Claude one", "claude ONE", "Claude two", "Claude three", "Claude four"].map((title) => ({
          title,
          source: "Example",
          publishedAt: at,
        })),
      ],
    ]),
    trending: [
      { fullName: "acme/claude-tools", name: "claude-tools", description: "Works with OpenAI too" },
      { fullName: "acme/bombardier", name: "bombardier", description: null },
    ],
    hitsByBot: [
      { bot: "GPTBot", hits: 7 },
      { bot: "ChatGPT-User", hits: 3 },
      { bot: "Bytespider", hits: 50 },
    ],
  };
  const providerOfBot = new Map([
    ["GPTBot", "openai"],
    ["ChatGPT-User", "openai"],
    ["Bytespider", "bytedance"],
  ]);
  const byId = new Map(attentionCounts(facts, providerOfBot).map((entry) => [entry.id, entry]));

  test("lists all twelve providers in order, including those nobody names", () => {
    expect([...byId.keys()]).toEqual(attentionProviders);
    expect(byId.get("cursor")).toEqual({ id: "cursor", news24h: 0, news7d: 0, trendingRepos: 0, agentHits: 0, topArticles: [] });
  });

  test("counts a repository for every provider it names, but never by part of a word", () => {
    expect([byId.get("anthropic")?.trendingRepos, byId.get("openai")?.trendingRepos, byId.get("google")?.trendingRepos]).toEqual([1, 1, 0]);
  });

  test("golden: sums the hits of the provider's own crawlers: 7 + 3 for OpenAI", () => {
    expect([byId.get("openai")?.agentHits, byId.get("anthropic")?.agentHits]).toEqual([10, 0]);
  });

  test("shows three top articles, one per title", () => {
    expect(byId.get("anthropic")?.topArticles.map(({ title }) => title)).toEqual(["Claude one", "Claude two", "Claude three"]);
  });
});

describe("a provider's attention series", () => {
  const day = (date: string, attentionScore: number): AttentionDay => ({
    date,
    attentionScore,
    rank: 1,
    news24h: 0,
    news7d: 0,
    trendingRepos: 0,
    agentHits: 0,
  });

  test("golden: delta 100 − 87.3 = 12.7, average (87.3 + 71.2 + 100) / 3 = 86.2", () => {
    const days = [day("2026-04-01", 87.3), day("2026-04-03", 71.2), day("2026-04-04", 100)];
    expect(summariseAttention(days)).toEqual({ first: 87.3, last: 100, delta: 12.7, min: 71.2, max: 100, avg: 86.2, captured_days: 3 });
  });

  test("covers every day of the range, missing days as null", () => {
    expect(
      fillDays([day("2026-04-02", 5)], { from: "2026-04-01", days: 3 }).map(({ date, day: found }) => [
        date,
        found?.attentionScore ?? null,
      ]),
    ).toEqual([
      ["2026-04-01", null],
      ["2026-04-02", 5],
      ["2026-04-03", null],
    ]);
  });

  test("is null throughout when nothing was captured", () => {
    expect(summariseAttention([])).toEqual({ first: null, last: null, delta: null, min: null, max: null, avg: null, captured_days: 0 });
  });
});
