import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routing } from "@/lib/endpoints/premium/routing";
import { routingPreview } from "@/lib/endpoints/preview/routing";
import { EMPTIED } from "../../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { premiumCall } from "../../../support/money/premium-call";
import { storePricedWorld } from "../../../support/models/priced-world";
import { request } from "../../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await storePricedWorld(database.db, new Date(Date.now() - 60_000));
});
afterAll(() => database.close());

const route = (query: Record<string, string> = {}) => premiumCall(database.db, routing, query);
const shown = ({ rank, model, composite_score: score, components, blend, coverage }: Record<string, unknown>) => ({
  rank,
  id: (model as { id: string }).id,
  score,
  components,
  blend,
  coverage,
});

// Opus: SWE-bench 80.9, GPQA Diamond 87, MATH estimated by its ability as 97.1, blended (5 + 25) / 2 = 15. GPT-5: SWE-bench 74.9, MMLU-Pro 87,
// no fit has seen it, blended (1.25 + 10) / 2 = 5.625. Both providers operational.

test("golden: general, equal shares of measured, estimated and, as the last resort, assumed scores: blends of Opus (80.9 + 87 + 87 + 97.1) / 4 = 0.88, of GPT-5 (74.9 + 87 + 87) / 3 = 0.8297", async () => {
  const { body, spent } = await route();
  expect([spent, body.weights]).toEqual([1, { quality: 0.4, availability: 0.3, cost: 0.2, latency: 0.1 }]);
  // Opus fails 0.12 and has quality 1, GPT-5 fails 0.170333 and has 0.12 / 0.170333 = 0.704501.
  // GPT-5: 0.4 × 0.704501 + 0.3 × 1 + 0.2 × 1 + 0.1 × 0.5 = 0.8318. Opus: 0.4 × 1 + 0.3 × 1 + 0.2 × 0 + 0.1 × 0.5 = 0.75.
  expect(body.recommendations.map(shown)).toEqual([
    {
      rank: 1,
      id: "gpt-5",
      score: 0.8318,
      components: { quality: 0.7045, availability: 1, cost: 1, latency: 0.5 },
      blend: 0.8297,
      coverage: 0.4,
    },
    {
      rank: 2,
      id: "claude-opus-4-5",
      score: 0.75,
      components: { quality: 1, availability: 1, cost: 0, latency: 0.5 },
      blend: 0.88,
      coverage: 0.4,
    },
  ]);
  expect(body.recommendations.map(({ assumed }: { assumed: unknown }) => assumed)).toEqual([
    [{ benchmark: "gpqa_diamond", score: 87, low: 87, high: 87, basis: "percentile", scores: 0 }],
    [
      { benchmark: "mmlu_pro", score: 87, low: 87, high: 87, basis: "percentile", scores: 3 },
      { benchmark: "math", score: 97.1, low: 94, high: 100, basis: "capability", scores: 3 },
    ],
  ]);
  expect([body.estimated, body.quality]).toEqual([true, "blend"]);
  expect(body.recommendations[0].pricing).toEqual({ input: 1.25, output: 10, blended: 5.625, currency: "USD", unit: "per 1M tokens" });
});

test("golden: code with w_quality 8 beside 0.3, 0.2 and 0.1: all are divided by 8.6, and the better coder wins", async () => {
  const { body } = await route({ task: "code", w_quality: "8" });
  // Opus: (40 × 80.9 + 20 × 87) / 60 / 100 = 0.829333, its MMLU-Pro assumed, coverage 0.4. GPT-5: (40 × 74.9 + 20 × 87) / 60 / 100 = 0.7893, coverage 0.6.
  // Qualities 1 and 0.170667 / 0.210667 = 0.810127. Opus: (8 + 0.3 + 0 + 0.05) / 8.6 = 0.97093. GPT-5: (8 × 0.810127 + 0.3 + 0.2 + 0.05) / 8.6 = 0.81756.
  expect(
    body.recommendations
      .map(shown)
      .map(({ id, score, coverage }: { id: string; score: number; coverage: number }) => [id, score, coverage]),
  ).toEqual([
    ["claude-opus-4-5", 0.9709, 0.4],
    ["gpt-5", 0.8176, 0.6],
  ]);
  expect((await route({ task: "code" })).body.recommendations[0].model.id).toBe("gpt-5");
});

test("golden: min_quality 0.84 leaves Opus, a budget of 10 leaves GPT-5; a single model has cost 1", async () => {
  for (const [query, id] of [
    [{ min_quality: "0.84" }, "claude-opus-4-5"],
    [{ budget: "10" }, "gpt-5"],
  ] as const) {
    const { body } = await route(query);
    expect(
      body.recommendations.map(({ model, components }: { model: { id: string }; components: { cost: number } }) => [
        model.id,
        components.cost,
      ]),
    ).toEqual([[id, 1]]);
  }
});

test("golden: quality=capability ranks only models with an ability: Opus alone, 0.4 × 1 + 0.3 × 1 + 0.2 × 1 + 0.1 × 0.5 = 0.95", async () => {
  const { body } = await route({ quality: "capability" });
  expect(body.recommendations.map(shown).map(({ id, score }: { id: string; score: number }) => [id, score])).toEqual([
    ["claude-opus-4-5", 0.95],
  ]);
});

test("the free preview names the same winner", async () => {
  const { body } = await request(routingPreview);
  expect(body.recommendation).toEqual({ model: "GPT-5", model_id: "openai/gpt-5", provider: "OpenAI" });
});

test("the free preview says in one sentence why the first is first, where that is asked for", async () => {
  const { body } = await request(routingPreview, "/api/preview/routing?explain=true");
  expect(body.explanation).toBe(
    "GPT-5 is first with 0.832, before Claude Opus 4.5 with 0.750: it gains 0.200 in cost, and loses 0.118 in quality; 40 % of the task's benchmarks were measured for it, and the rest is assumed to be low.",
  );
  expect(body.estimated).toBe(true);
});
