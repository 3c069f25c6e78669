import { afterAll, beforeAll, expect, test } from "vitest";
import { saveAttentionDay, type AttentionRow } from "@/db/queries/attention/attention";
import { recordSnapshot } from "@/db/queries/history/history";
import { attentionSeries } from "@/lib/endpoints/premium/attention/series";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { premiumCall } from "../../support/money/premium-call";

let database: TestDatabase;

const row = (date: string, attentionScore: number, over: Partial<AttentionRow> = {}): AttentionRow => ({
  date,
  provider: "anthropic",
  rank: 2,
  attentionScore,
  rawScore: attentionScore,
  news24h: 4,
  news7d: 18,
  trendingRepos: 2,
  agentHits: 11,
  topArticles: [],
  ...over,
});

const captured = (date: string) =>
  recordSnapshot(database.db, {
    date,
    type: "attention",
    capturedAt: new Date(`${date}T06:55:00Z`),
    takenAt: new Date(`${date}T07:00:00Z`),
    rowCount: 12,
  });

beforeAll(async () => {
  database = await useTestDatabase();
  const { db } = database;
  await saveAttentionDay(db, [
    row("2026-04-01", 87.3),
    row("2026-04-03", 71.2, { rank: 3 }),
    row("2026-04-05", 100, { rank: 1 }),
    row("2026-04-06", 12),
  ]);
  await saveAttentionDay(db, [row("2026-04-02", 50, { provider: "openai" }), row("2026-04-01", 1, { provider: "openai" })]);
  for (const date of ["2026-04-01", "2026-04-02", "2026-04-03", "2026-04-05"]) await captured(date);
});
afterAll(() => database.close());

const NO_DAY = { attention_score: null, rank: null, news_24h: null, news_7d: null, trending_repos: null, agent_hits: null };
const DAY = { news_24h: 4, news_7d: 18, trending_repos: 2, agent_hits: 11 };

test("87.3, 71.2 and 100: delta 100 − 87.3 = 12.7; mean (87.3 + 71.2 + 100) / 3 = 258.5 / 3 = 86.1667, so 86.2; three captured days of six", async () => {
  const { status, body, spent } = await premiumCall(database.db, attentionSeries, {
    provider: "anthropic",
    from: "2026-04-01",
    to: "2026-04-06",
  });
  expect([status, spent, body.billing.credits_charged]).toEqual([200, 1, 1]);
  expect(body).toMatchObject({
    ok: true,
    provider: "anthropic",
    range: { from: "2026-04-01", to: "2026-04-06", days: 6 },
    summary: { first: 87.3, last: 100, delta: 12.7, min: 71.2, max: 100, avg: 86.2, captured_days: 3 },
    freshness: { as_of: "2026-04-01T06:55:00.000Z", fresh: true, sla_applies: false, max_age_seconds: null },
  });
  expect(body.series).toEqual([
    { date: "2026-04-01", attention_score: 87.3, rank: 2, ...DAY },
    { date: "2026-04-02", ...NO_DAY },
    { date: "2026-04-03", attention_score: 71.2, rank: 3, ...DAY },
    { date: "2026-04-04", ...NO_DAY },
    { date: "2026-04-05", attention_score: 100, rank: 1, ...DAY },
    // Rows of an unfinished capture, which no reader sees.
    { date: "2026-04-06", ...NO_DAY },
  ]);
});

test("one captured day: first and last are the same score, delta 0", async () => {
  const { body } = await premiumCall(database.db, attentionSeries, { provider: "anthropic", from: "2026-04-03", to: "2026-04-04" });
  expect(body.summary).toEqual({ first: 71.2, last: 71.2, delta: 0, min: 71.2, max: 71.2, avg: 71.2, captured_days: 1 });
});
