import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forecast } from "@/lib/endpoints/premium/forecast";
import { captureListingsOn } from "../../support/models/captured-prices";
import { daysAgo, today } from "../../support/history/captured-days";
import { EMPTIED, hostedOpus, opus } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { aListing } from "../../support/models/model-facts";
import { premiumCall } from "../../support/money/premium-call";
import { forgetPrepared } from "../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
});

const ask = (query: Record<string, string>) => premiumCall(database.db, forecast, { model: "claude-opus-4-5", ...query });

/** Student's t at 0.975, from printed tables. */
const T = { 2: 4.302_653, 4: 2.776_445 } as const;

describe("a price forecast", () => {
  test("golden: 10, 12, 11, 13: slope 0.8, r² 1 − 1.8/5 = 0.64; four days leave none to backtest, so no confidence", async () => {
    for (const [ago, price] of [
      [3, 10],
      [2, 12],
      [1, 11],
      [0, 13],
    ] as const) {
      await captureListingsOn(database.db, daysAgo(ago), [opus({ inputPrice: price }), hostedOpus()]);
    }
    const { status, body, spent } = await ask({ target: "price", field: "inputPrice", horizon: "2" });
    expect([status, spent]).toEqual([200, 1]);
    expect(body).toMatchObject({
      target: "price",
      model: "Claude Opus 4.5",
      model_id: "anthropic/claude-opus-4-5",
      provider: "Anthropic",
      field: "inputPrice",
      fitted_on: { from: daysAgo(29), to: today(), days: 30, data_points: 4 },
      horizon_days: 2,
      current_value: 13,
      trend: { slope_per_day: 0.8, r_squared: 0.64 },
      confidence: { score: 0, label: "low" },
    });
    // Restricted likelihood averages autocorrelations 0 to 0.99. Expected are 13.850481 with deviation 1.851913
    // tomorrow, 14.771827 with 2.749021 the day after, as computed with whole covariance matrices in another language.
    // The margin is Student's t (2 degrees) times that.
    const between = (center: number, deviation: number) => ({
      lower: Number((center - T[2] * deviation).toFixed(4)),
      upper: Number((center + T[2] * deviation).toFixed(4)),
    });
    expect(body.forecast).toEqual([
      { date: daysAgo(-1), predicted: 13.5, ...between(13.850_480_762, 1.851_913_416) },
      { date: daysAgo(-2), predicted: 14.3, ...between(14.771_826_643, 2.749_020_895) },
    ]);
    expect(body).toMatchObject({ method: "ols", interval: { level: 0.95, basis: "own_noise", histories: null } });
    expect(body.notes[0]).toMatch(/statistical inference/i);
    expect(body.notes).toHaveLength(4);
  });

  test("golden: a history that ended two days ago, with gaps: x of the forecast counts from the first point", async () => {
    // Blended (5 + 25) / 2 = 15, 16, 18, 19 on days 0, 1, 3, 4: the line 15 + x, without residue. Today is x = 6, tomorrow x = 7: 22.
    for (const [ago, price] of [
      [6, 5],
      [5, 7],
      [3, 11],
      [2, 13],
    ] as const) {
      await captureListingsOn(database.db, daysAgo(ago), [opus({ inputPrice: price })]);
    }
    const { body } = await ask({ target: "price", field: "blended", horizon: "1" });
    expect(body).toMatchObject({
      current_value: 19,
      fitted_on: { data_points: 4 },
      trend: { slope_per_day: 1, r_squared: 1 },
      confidence: { score: 0 },
    });
    expect(body.forecast).toEqual([{ date: daysAgo(-1), predicted: 22, lower: 22, upper: 22 }]);
  });

  test("golden: the lookback excludes older days: of 100, 4, 3, 2, 1 only the last four count, clamped at 0", async () => {
    for (const [ago, price] of [
      [9, 100],
      [3, 4],
      [2, 3],
      [1, 2],
      [0, 1],
    ] as const) {
      await captureListingsOn(database.db, daysAgo(ago), [opus({ outputPrice: price })]);
    }
    const { body } = await ask({ target: "price", field: "outputPrice", lookback: "7", horizon: "3" });
    expect(body.fitted_on).toEqual({ from: daysAgo(6), to: today(), days: 7, data_points: 4 });
    expect(
      body.forecast.map(({ predicted, lower, upper }: { predicted: number; lower: number; upper: number }) => [predicted, lower, upper]),
    ).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(body.notes.at(-1)).toContain("On 2 of 3 days");
  });

  test("golden: a constant price has r² 0, no width, and an explanation", async () => {
    for (const ago of [3, 2, 1, 0]) await captureListingsOn(database.db, daysAgo(ago), [opus()]);
    const { body } = await ask({ target: "price", field: "blended", horizon: "30" });
    expect(body).toMatchObject({ current_value: 15, trend: { slope_per_day: 0, r_squared: 0 }, confidence: { score: 0, label: "low" } });
    expect(body.forecast).toHaveLength(30);
    expect(body.forecast[29]).toEqual({ date: daysAgo(-30), predicted: 15, lower: 15, upper: 15 });
    expect(body.notes.some((note: string) => note.includes("no width"))).toBe(true);
  });
});

describe("pooled errors of other listings", () => {
  test("golden: 2 of 20 prices that never changed doubled yesterday: 10% changed, and the interval of a constant 15 is 15 ± 15", async () => {
    const others = (ago: number) =>
      Array.from({ length: 19 }, (_, index) => {
        const price = index < 2 && ago === 0 ? 20 : 10;
        return aListing({ modelId: `steady-${index}`, name: `Steady ${index}`, inputPrice: price, outputPrice: price });
      });
    for (const ago of [5, 4, 3, 2, 1, 0]) await captureListingsOn(database.db, daysAgo(ago), [opus(), ...others(ago)]);
    const { body } = await ask({ target: "price", field: "blended", horizon: "1" });
    expect(body.forecast).toEqual([{ date: daysAgo(-1), predicted: 15, lower: 0, upper: 30 }]);
    expect(body.interval).toEqual({ level: 0.95, basis: "pooled_errors", histories: 20 });
    expect(body.notes.some((note: string) => note.includes("10.0% had 1 day later"))).toBe(true);
  });

  test("last_value and auto draw on as asked, and the suggested method is named", async () => {
    const prices = [20, 20, 20, 20, 20, 20, 10, 10, 10, 10, 10, 10, 10, 10];
    for (const [day, price] of prices.entries()) {
      const ago = prices.length - 1 - day;
      await captureListingsOn(database.db, daysAgo(ago), [opus({ inputPrice: price })]);
    }
    for (const method of ["last_value", "auto"]) {
      const { body } = await ask({ target: "price", field: "inputPrice", horizon: "2", method });
      expect(body).toMatchObject({
        method: "last_value",
        suggested_method: "last_value",
        forecast: [{ predicted: 10 }, { predicted: 10 }],
      });
    }
    expect((await ask({ target: "price", field: "inputPrice", method: "magic" })).status).toBe(400);
  });
});

describe("a score forecast", () => {
  test("golden: 96, 97, 98, 99, 99, 99 on six days: the interval is clamped at 100", async () => {
    for (const [index, score] of [96, 97, 98, 99, 99, 99].entries()) {
      await captureListingsOn(database.db, daysAgo(5 - index), [opus()], { swe_bench: score });
    }
    const { body, spent } = await ask({ target: "benchmark", benchmark: "SWE_bench", horizon: "1" });
    // x̄ 2.5, ȳ 98, Sxx 17.5, Sxy = 5 + 1.5 + 0 + 0.5 + 1.5 + 2.5 = 11, slope 0.628571; ssTot 8, explained 11² / 17.5 = 6.914286, r² 0.864286.
    // x = 6: 98 + 3.5 × 0.628571 = 100.2, over the top. Averaged over the autocorrelations, 99.714403 is expected with deviation 0.639575.
    const lower = Number((99.714_403_206 - T[4] * 0.639_574_905).toFixed(4));
    expect(spent).toBe(1);
    expect(body).toMatchObject({
      target: "benchmark",
      model: "Claude Opus 4.5",
      model_id: null,
      field: "swe_bench",
      benchmark: "swe_bench",
      current_value: 99,
      trend: { slope_per_day: 0.6286, r_squared: 0.8643 },
      // From days 0 to 3 the line forecasts 100 for day 4, from 0 to 4 it forecasts 100.2 for day 5: both within 5% of 99. 2/2 × 6/30.
      confidence: { score: 0.2, label: "low" },
    });
    expect(body.forecast).toEqual([{ date: daysAgo(-1), predicted: 100, lower, upper: 100 }]);
  });
});
