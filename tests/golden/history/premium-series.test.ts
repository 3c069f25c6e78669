import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { premiumBenchmarkSeries } from "@/lib/endpoints/premium/history/benchmarks/series";
import { premiumPricingSeries } from "@/lib/endpoints/premium/history/pricing/series";
import { captureListingsOn } from "../../support/models/captured-prices";
import { daysAgo, minutesBefore, momentOf, today } from "../../support/history/captured-days";
import { EMPTIED, hostedOpus, opus } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { fundedToken } from "../../support/money/money";
import { forgetPrepared, request } from "../../support/server/request";

let database: TestDatabase;
let bearer: { Authorization: string };
beforeAll(async () => {
  database = await useTestDatabase();
  ({ bearer } = await fundedToken(database.db, 100));
});
afterAll(() => database.close());
beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
});

const prices = (query: string) => request(premiumPricingSeries, `/api/premium/history/pricing/series?${query}`, { headers: bearer });
const scores = (query: string) => request(premiumBenchmarkSeries, `/api/premium/history/benchmarks/series?${query}`, { headers: bearer });

describe("a paid series of prices", () => {
  test("golden: (18 + 90) / 2 = 54 twice, (15 + 75) / 2 = 45, (12 + 60) / 2 = 36: (36 − 54) / 54 = −33.3333%, two changes, 4 days of 90", async () => {
    const { db } = database;
    for (const [ago, input, output] of [
      [90, 18, 90],
      [40, 18, 90],
      [12, 15, 75],
      [1, 12, 60],
    ] as const) {
      await captureListingsOn(db, daysAgo(ago), [opus({ inputPrice: input, outputPrice: output }), hostedOpus()]);
    }
    const { status, body } = await prices(`model=claude-opus-4-5&from=${daysAgo(90)}&to=${daysAgo(1)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      model: "Claude Opus 4.5",
      model_id: "anthropic/claude-opus-4-5",
      provider: "Anthropic",
      range: { from: daysAgo(90), to: daysAgo(1), days: 90 },
      resolution: "daily",
      summary: { min_blended: 36, max_blended: 54, delta_pct_blended: -33.3333, changes_detected: 2, days_with_data: 4, days_missing: 86 },
      freshness: { as_of: minutesBefore(momentOf(daysAgo(90)), 1).toISOString(), fresh: true, sla_applies: false },
      billing: { credits_charged: 1 },
    });
    expect(body.points).toEqual([
      { date: daysAgo(90), input: 18, output: 90, blended: 54 },
      { date: daysAgo(40), input: 18, output: 90, blended: 54 },
      { date: daysAgo(12), input: 15, output: 75, blended: 45 },
      { date: daysAgo(1), input: 12, output: 60, blended: 36 },
    ]);
    expect([body.summary.first, body.summary.latest]).toEqual([body.points[0], body.points[3]]);
  });

  test("golden: defaults to today and the 30 days before: 31 days", async () => {
    await captureListingsOn(database.db, daysAgo(31), [opus({ inputPrice: 9 })]);
    await captureListingsOn(database.db, daysAgo(30), [opus({ inputPrice: 7 })]);
    const { body } = await prices("model=Claude%20Opus%204.5");
    expect(body.range).toEqual({ from: daysAgo(30), to: today(), days: 31 });
    expect(body.points).toEqual([{ date: daysAgo(30), input: 7, output: 25, blended: 16 }]);
  });

  test("golden: a free listing at a host is 0, without a percentage", async () => {
    await captureListingsOn(database.db, daysAgo(2), [opus(), hostedOpus({ inputPrice: 0, outputPrice: 0 })]);
    await captureListingsOn(database.db, daysAgo(1), [opus(), hostedOpus({ inputPrice: 1, outputPrice: 3 })]);
    expect((await prices("model=amazon-bedrock/anthropic.claude-opus-4-5")).body).toMatchObject({
      provider: "Amazon Bedrock",
      summary: { min_blended: 0, max_blended: 2, delta_pct_blended: null, changes_detected: 1 },
    });
  });
});

describe("a paid series of scores", () => {
  test("golden: 70, 71.9, 73.4: 73.4 − 70 = 3.4 points, three days of 366", async () => {
    for (const [ago, score] of [
      [366, 70],
      [100, 71.9],
      [1, 73.4],
    ] as const) {
      await captureListingsOn(database.db, daysAgo(ago), [opus()], { swe_bench: score, math: 90 });
    }
    const { status, body } = await scores(`model=claude-opus-4-5&benchmark=SWE_Bench&from=${daysAgo(366)}&to=${daysAgo(1)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      model: "Claude Opus 4.5",
      provider: "Anthropic",
      benchmark: "swe_bench",
      range: { from: daysAgo(366), to: daysAgo(1), days: 366 },
      resolution: "daily",
      points: [
        { date: daysAgo(366), score: 70 },
        { date: daysAgo(100), score: 71.9 },
        { date: daysAgo(1), score: 73.4 },
      ],
      summary: { min_score: 70, max_score: 73.4, delta_pp: 3.4, days_with_data: 3, days_missing: 363 },
      billing: { credits_charged: 1 },
    });
  });
});
