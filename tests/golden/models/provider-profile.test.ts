import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { providerProfile } from "@/lib/endpoints/premium/providers/[name]";
import { EMPTIED } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { premiumCall } from "../../support/money/premium-call";
import { storePricedWorld } from "../../support/models/priced-world";
import { storeStates } from "../../support/status/status-polls";

/** Older than the two-minute slot in which only the first poll counts. */
const readAt = new Date(Date.now() - 150_000);
let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await storePricedWorld(database.db, readAt);
  await storeStates(database.db, new Date(), { openai: "degraded" });
  await bumpVersion(database.db, "provider_status", new Date());
});
afterAll(() => database.close());

const profile = (name: string) => premiumCall(database.db, providerProfile, {}, { name });

test("golden: Anthropic: the flagship (5 + 25) / 2 = 15 before the budget model (1 + 5) / 2 = 3; two articles of seven days; 41 hits of 24 hours", async () => {
  const { status, body, spent } = await profile("ANTHROPIC");
  expect([status, spent]).toEqual([200, 1]);
  expect(body.provider).toMatchObject({ id: "anthropic", name: "Anthropic" });
  expect(body.status).toMatchObject({
    state: "operational",
    last_checked: expect.any(String),
    status_page_url: expect.stringMatching(/^https:/),
    services: ["Claude API"],
  });
  expect(body.status.components).toHaveLength(8);
  expect(
    body.models.map(({ id, tier, pricing, context_window, released, benchmark_scores }: Record<string, unknown>) => ({
      id,
      tier,
      pricing,
      context_window,
      released,
      benchmark_scores,
    })),
  ).toEqual([
    {
      id: "claude-opus-4-5",
      tier: "flagship",
      pricing: { input: 5, output: 25, blended: 15 },
      context_window: 128_000,
      released: "2025-11",
      benchmark_scores: { swe_bench: 80.9, gpqa_diamond: 87 },
    },
    {
      id: "claude-haiku-5",
      tier: "budget",
      pricing: { input: 1, output: 5, blended: 3 },
      context_window: null,
      released: "2026-02",
      benchmark_scores: {},
    },
  ]);
  expect([body.recent_news_count, body.recent_news.length, body.agent_traffic_24h]).toEqual([2, 2, 41]);
  expect(body.data_freshness.pricing).toBe(readAt.toISOString());
});

test("golden: a provider with a degraded service is degraded", async () => {
  expect((await profile("OpenAI")).body).toMatchObject({
    provider: { id: "openai" },
    status: { state: "degraded" },
    models: [{ id: "gpt-5", benchmark_scores: { swe_bench: 74.9, mmlu_pro: 87 } }],
    agent_traffic_24h: 0,
  });
});

test("golden: an unpriced model is shown with nulls", async () => {
  expect((await profile("meta")).body.models).toEqual([
    expect.objectContaining({ id: "llama-9", pricing: { input: null, output: null, blended: null }, benchmark_scores: {} }),
  ]);
});

test("golden: an answer lists only the sources of its own figures", async () => {
  expect((await profile("meta")).body.attribution).toEqual({ pricing: [], benchmarks: [] });
  const { attribution } = (await profile("openai")).body;
  expect([attribution.pricing, attribution.benchmarks].map(([source]: { key: string }[]) => source?.key)).toEqual([
    "models.dev",
    "swebench",
  ]);
});
