import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { costProjection } from "@/lib/endpoints/premium/cost/projection";
import { EMPTIED } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { premiumCall } from "../../support/money/premium-call";
import { storePricedWorld } from "../../support/models/priced-world";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await storePricedWorld(database.db, new Date(Date.now() - 60_000));
});
afterAll(() => database.close());

const project = (query: Record<string, string>) =>
  premiumCall(database.db, costProjection, { input_tokens_per_day: "2000000", output_tokens_per_day: "500000", ...query });

test("golden: 2M in and 0.5M out. Opus: 2 × 5 + 0.5 × 25 = 22.5 a day. GPT-5: 2 × 1.25 + 0.5 × 10 = 7.5 a day. Llama: unknown", async () => {
  const { status, body, spent } = await project({ model: "claude-opus-4-5,gpt-5,llama-9,foo-9,shared-7b" });
  expect([status, spent]).toEqual([200, 1]);
  expect(body).toMatchObject({
    primary_horizon: "monthly",
    workload: { input_tokens_per_day: 2_000_000, output_tokens_per_day: 500_000, total_tokens_per_day: 2_500_000 },
  });
  const [opus, gpt, llama, foo, shared] = body.projections;
  // A week is 7 days: 157.5. A month 30: 675. A year 365: 8212.5.
  expect(opus).toEqual({
    matched: true,
    query: "claude-opus-4-5",
    match_note: null,
    status: "active",
    deprecationDate: null,
    model: "Claude Opus 4.5",
    model_id: "anthropic/claude-opus-4-5",
    provider: "Anthropic",
    rates: { input_per_1m: 5, output_per_1m: 25, blended_per_1m: 15 },
    daily: { input_cost: 10, output_cost: 12.5, total: 22.5 },
    weekly: { total: 157.5 },
    monthly: { total: 675 },
    yearly: { total: 8212.5 },
    weekly_total: 157.5,
    monthly_total: 675,
    yearly_total: 8212.5,
    not_counted: [],
  });
  expect(gpt).toMatchObject({
    daily: { input_cost: 2.5, output_cost: 5, total: 7.5 },
    weekly_total: 52.5,
    monthly_total: 225,
    yearly_total: 2737.5,
  });
  expect(llama).toMatchObject({
    matched: true,
    rates: { input_per_1m: null, output_per_1m: null, blended_per_1m: null },
    daily: { input_cost: null, output_cost: null, total: null },
    weekly: { total: null },
    weekly_total: null,
    monthly_total: null,
    yearly_total: null,
    reason: "price_unknown",
  });
  expect(foo).toEqual({ matched: false, query: "foo-9", model: "foo-9", reason: "model_not_found", candidates: [] });
  expect(shared).toEqual({
    matched: false,
    query: "shared-7b",
    model: "shared-7b",
    reason: "ambiguous_model",
    candidates: ["deepinfra/shared-7b", "groq/shared-7b"],
  });
  expect(body.ranked_cheapest_monthly).toEqual([
    { model: "GPT-5", provider: "OpenAI", monthly_total: 225 },
    { model: "Claude Opus 4.5", provider: "Anthropic", monthly_total: 675 },
  ]);
});

test("golden: 7 tokens of input are 0.000009 a day at 1.25, shown 0, and 0.0032 a year: 7 × 1.25 × 365 / 1,000,000 = 0.00319375", async () => {
  const { body } = await project({ model: "gpt-5", input_tokens_per_day: "7", output_tokens_per_day: "0", horizon: "yearly" });
  expect(body).toMatchObject({
    primary_horizon: "yearly",
    projections: [{ daily: { total: 0 }, weekly_total: 0.0001, monthly_total: 0.0003, yearly_total: 0.0032 }],
  });
});

test("golden: zero tokens cost nothing and are still answered", async () => {
  const { body, spent } = await project({ model: "gpt-5", input_tokens_per_day: "0", output_tokens_per_day: "0" });
  expect([spent, body.ranked_cheapest_monthly[0].monthly_total]).toEqual([1, 0]);
});
