import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compareModels } from "@/lib/endpoints/premium/compare/models";
import { EMPTIED } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { premiumCall } from "../../support/money/premium-call";
import { storePricedWorld } from "../../support/models/priced-world";

const readAt = new Date(Date.now() - 60_000);
let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await storePricedWorld(database.db, readAt);
});
afterAll(() => database.close());

const compare = (ids: string) => premiumCall(database.db, compareModels, { ids });

test("golden: Opus (5 + 25) / 2 = 15, GPT-5 (1.25 + 10) / 2 = 5.625, Llama unpriced: cheapest GPT-5, then Opus; keys are the union of what was measured", async () => {
  const { status, body, spent } = await compare("claude-opus-4-5, GPT-5 ,llama-9");
  expect([status, spent]).toEqual([200, 1]);
  expect(body.benchmark_keys).toEqual(["gpqa_diamond", "mmlu_pro", "swe_bench"]);
  const [opus, gpt, llama] = body.models;
  expect(opus).toMatchObject({
    matched: true,
    query: "claude-opus-4-5",
    id: "claude-opus-4-5",
    name: "Claude Opus 4.5",
    provider: "Anthropic",
    provider_id: "anthropic",
    pricing: { input: 5, output: 25, blended: 15 },
    benchmarks: { gpqa_diamond: 87, mmlu_pro: null, swe_bench: 80.9 },
    status: "operational",
    context_window: 128_000,
    released: "2025-11",
    // Two articles in the last seven days: now and three days ago; the one from eight days ago is too old.
    recent_news_count: 2,
  });
  expect(opus.recent_news).toHaveLength(2);
  expect(opus.recent_news[0]).toEqual({
    title: expect.any(String),
    url: expect.stringMatching(/^https:/),
    source: expect.any(String),
    published_at: readAt.toISOString(),
  });
  expect(gpt).toMatchObject({
    matched: true,
    query: "GPT-5",
    pricing: { blended: 5.625 },
    benchmarks: { gpqa_diamond: null, mmlu_pro: 87, swe_bench: 74.9 },
    context_window: 400_000,
    capabilities: ["text", "code"],
    recent_news_count: 1,
  });
  expect(llama).toMatchObject({
    matched: true,
    name: "Llama 9",
    pricing: { input: null, output: null, blended: null },
    benchmarks: { gpqa_diamond: null, mmlu_pro: null, swe_bench: null },
  });
  expect(body.rankings).toEqual({
    cheapest_blended: [
      { id: "gpt-5", name: "GPT-5", blended: 5.625 },
      { id: "claude-opus-4-5", name: "Claude Opus 4.5", blended: 15 },
    ],
    most_context: [
      { id: "gpt-5", name: "GPT-5", context_window: 400_000 },
      { id: "claude-opus-4-5", name: "Claude Opus 4.5", context_window: 128_000 },
      { id: "llama-9", name: "Llama 9", context_window: 128_000 },
    ],
    by_benchmark: {
      gpqa_diamond: [{ id: "claude-opus-4-5", name: "Claude Opus 4.5", score: 87 }],
      mmlu_pro: [{ id: "gpt-5", name: "GPT-5", score: 87 }],
      swe_bench: [
        { id: "claude-opus-4-5", name: "Claude Opus 4.5", score: 80.9 },
        { id: "gpt-5", name: "GPT-5", score: 74.9 },
      ],
    },
  });
  expect(body.attribution.pricing).toEqual([expect.objectContaining({ key: "models.dev" })]);
  expect(body.attribution.benchmarks).toEqual([expect.objectContaining({ key: "swebench" })]);
  expect(body.data_freshness).toMatchObject({
    pricing: readAt.toISOString(),
    benchmarks: readAt.toISOString(),
    status: expect.any(String),
    news: readAt.toISOString(),
  });
});

test("golden: an unknown and an ambiguous name do not affect the others, and list candidates", async () => {
  const { body, spent } = await compare("foo-9,shared-7b,gpt-5");
  expect(spent).toBe(1);
  expect(body.models.slice(0, 2)).toEqual([
    { matched: false, query: "foo-9", name: "foo-9", reason: "model_not_found", candidates: [] },
    {
      matched: false,
      query: "shared-7b",
      name: "shared-7b",
      reason: "ambiguous_model",
      candidates: ["deepinfra/shared-7b", "groq/shared-7b"],
    },
  ]);
  expect(body.models[2]).toMatchObject({ matched: true, name: "GPT-5" });
  expect(body.rankings.cheapest_blended).toHaveLength(1);
});

test("golden: a provider outside the twelve is matched by its exact name: one of two articles", async () => {
  const { body } = await compare("groq/shared-7b,deepinfra/shared-7b");
  expect(body.models.map((model: { recent_news_count: number }) => model.recent_news_count)).toEqual([1, 0]);
  expect(body.models[0].recent_news[0].title).toBe("Groq opens a region");
});
