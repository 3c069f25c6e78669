import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/domain/basics/date-range";
import { criticalT, fitLine } from "@/lib/domain/history/fit-line";
import { confidenceOf, forecast, type DatedValue, type Forecast, type ForecastRequest } from "@/lib/domain/history/forecast";
import { NOISES, walkHistories } from "../../bench/forecast-backtest";
import { predictAt } from "../../bench/textbook-interval";

const FIRST = "2026-05-01";
const daily = (...values: number[]): DatedValue[] => values.map((value, day) => ({ date: addDays(FIRST, day), value }));
const ask = (points: readonly DatedValue[], overrides: Partial<ForecastRequest> = {}): ForecastRequest => ({
  today: points.at(-1)?.date ?? FIRST,
  horizonDays: 2,
  bounds: { least: 0, most: Infinity },
  method: "ols",
  calibration: null,
  ...overrides,
});
const forecastOf = (points: readonly DatedValue[], overrides: Partial<ForecastRequest> = {}): Forecast => {
  const result = forecast(points, ask(points, overrides));
  if (typeof result === "string") throw new Error(result);
  return result;
};

describe("Student's t", () => {
  test.each([
    [1, 12.706205],
    [2, 4.302653],
    [5, 2.570582],
    [10, 2.228139],
    [28, 2.048407],
    [88, 1.98729],
  ])("agrees with printed tables at %d degrees of freedom: 2.5%% lie above %d", (degrees, value) => {
    expect(criticalT(degrees)).toBeCloseTo(value, 5);
  });
});

describe("the fitted line", () => {
  // x 0 to 3, y 10, 12, 11, 13: means 1.5 and 11.5, Sxx 5, Sxy 4, slope 0.8.
  // Residuals −0.3, 0.9, −0.9, 0.3: their squares sum to 1.8, those of y − 11.5 to 5: r² 0.64, s = √(1.8 / 2).
  const fit = fitLine([10, 12, 11, 13].map((y, x) => ({ x, y })));

  test("golden: slope 0.8, r² 0.64, s = √0.9", () => {
    expect(fit).toMatchObject({ count: 4, meanX: 1.5, meanY: 11.5, sxx: 5 });
    expect([fit?.slope, fit?.rSquared, fit?.residualDeviation].map((value) => value?.toFixed(9))).toEqual([
      "0.800000000",
      "0.640000000",
      Math.sqrt(0.9).toFixed(9),
    ]);
  });

  test("golden: at x = 4 it is 13.5 ± 4.302653 × √0.9 × √(1 + 1/4 + 2.5²/5) = 4.302653 × 1.5", () => {
    const { predicted, lower, upper } = predictAt(fit as NonNullable<typeof fit>, 4);
    expect([predicted, lower, upper].map((value) => value.toFixed(6))).toEqual([
      "13.500000",
      (13.5 - 6.4539795).toFixed(6),
      (13.5 + 6.4539795).toFixed(6),
    ]);
  });

  test("is not fitted to two points, a single day, or values too large to square", () => {
    expect(
      fitLine([
        { x: 0, y: 1 },
        { x: 1, y: 2 },
      ]),
    ).toBeNull();
    expect(
      fitLine([
        { x: 1, y: 1 },
        { x: 1, y: 2 },
        { x: 1, y: 3 },
      ]),
    ).toBeNull();
    expect(
      fitLine([
        { x: 0, y: 1e300 },
        { x: 1, y: 0 },
        { x: 2, y: 1e300 },
      ]),
    ).toBeNull();
  });

  test("recovers any exact line", () => {
    const whole = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(whole, whole, fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 3 }), (slope, start, xs) => {
        const line = fitLine(xs.map((x) => ({ x, y: start + slope * x })));
        expect(line?.slope).toBeCloseTo(slope, 6);
        expect(line && predictAt(line, 0).predicted).toBeCloseTo(start, 4);
        expect(line?.residualDeviation).toBeLessThan(1e-6);
        expect(line?.rSquared).toBeCloseTo(slope === 0 ? 0 : 1, 6);
      }),
    );
  });
});

describe("the forecast", () => {
  test("counts days from the first point: a history that ended five days ago is extrapolated to tomorrow", () => {
    // 10, 11, 12, 13 on days 0 to 3; today is day 8: tomorrow is day 9, 10 + 9 = 19.
    expect(forecastOf(daily(10, 11, 12, 13), { today: addDays(FIRST, 8), horizonDays: 1 }).days).toEqual([
      { date: addDays(FIRST, 9), predicted: 19, lower: 19, upper: 19 },
    ]);
  });

  test("leaves out days without a snapshot instead of filling them", () => {
    const points = [
      { date: FIRST, value: 10 },
      { date: addDays(FIRST, 2), value: 14 },
      { date: addDays(FIRST, 3), value: 16 },
      { date: addDays(FIRST, 9), value: 28 },
    ];
    expect(forecastOf(points)).toMatchObject({
      trend: { slopePerDay: 2, rSquared: 1 },
      currentValue: 28,
      days: [{ predicted: 30 }, { predicted: 32 }],
    });
  });

  test("golden: a price falling by 1 a day from 4 reaches 0 tomorrow and is clamped there", () => {
    expect(forecastOf(daily(4, 3, 2, 1))).toMatchObject({
      clampedDays: 1,
      days: [
        { predicted: 0, lower: 0, upper: 0 },
        { predicted: 0, lower: 0, upper: 0 },
      ],
    });
  });

  test("golden: a score rising by 1 a day from 96 to 99 is clamped at its maximum", () => {
    expect(forecastOf(daily(96, 97, 98, 99), { bounds: { least: 0, most: 100 } })).toMatchObject({
      clampedDays: 1,
      days: [{ predicted: 100 }, { predicted: 100, upper: 100 }],
    });
  });

  test("a constant series has no slope, no r² and no width, even when its sums are inexact", () => {
    for (const value of [0.1, 45, 0.07]) {
      expect(forecastOf(daily(...Array.from({ length: 30 }, () => value)))).toMatchObject({
        isFlat: true,
        trend: { slopePerDay: 0, rSquared: 0 },
        confidence: { score: 1, label: "high", closeShare: 1 },
        days: [{ predicted: value, lower: value, upper: value }, {}],
      });
    }
  });

  test("golden: confidence is the share that came close × min(1, n/30): 0.64 × 6/30 = 0.128, 1 × 21/30 = 0.7, 0.4 × 60 days = 0.4", () => {
    expect(confidenceOf(0.64, 6)).toMatchObject({ score: 0.128, label: "low" });
    expect(confidenceOf(1, 21)).toMatchObject({ score: 0.7, label: "high" });
    expect(confidenceOf(0.4, 60)).toMatchObject({ score: 0.4, label: "medium" });
    expect(confidenceOf(1, 11)).toMatchObject({ score: 0.3667, label: "low" });
    expect(confidenceOf(null, 4)).toMatchObject({ score: 0, label: "low" });
  });

  test("golden: a history that never moved is trusted as much as those like it that stayed: 1 − 0.6", () => {
    expect(confidenceOf(1, 30, 0.4)).toMatchObject({ score: 0.4, label: "medium" });
  });

  test("golden: six days of 10, then 20 twice: of four forecasts for the next day three come close", () => {
    const { confidence } = forecastOf(daily(10, 10, 10, 10, 10, 10, 20, 20), { horizonDays: 1, method: "last_value" });
    // Origins 4 to 7 forecast days 5 to 8 as 10, 10, 10 and 20; the third is off. 3/4 × 8/30 = 0.2.
    expect(confidence).toEqual({ score: 0.2, label: "low", closeShare: 0.75 });
  });

  test("refuses three points, and values too large to square", () => {
    expect(forecast(daily(1, 2, 3), ask(daily(1, 2, 3)))).toBe("insufficient_history");
    expect(forecast([], ask([]))).toBe("insufficient_history");
    expect(forecast(daily(1e300, 1, 2, 1e300), ask(daily(1)))).toBe("fit_failed");
  });

  test("every forecast day lies within its bounds and its interval", () => {
    const values = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 4, maxLength: 90 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 30 }), (overrides, horizonDays) => {
        const { days, trend, confidence } = forecastOf(daily(...overrides), { horizonDays, bounds: { least: 0, most: 100 } });
        expect(days.map(({ date }) => date)).toEqual(
          Array.from({ length: horizonDays }, (_, index) => addDays(FIRST, overrides.length + index)),
        );
        for (const { predicted, lower, upper } of days) {
          expect([lower >= 0, lower <= predicted, predicted <= upper, upper <= 100]).toEqual([true, true, true, true]);
        }
        expect([trend.rSquared >= 0, trend.rSquared <= 1, confidence.score >= 0, confidence.score <= 1]).toEqual([true, true, true, true]);
      }),
    );
  });

  test("the interval widens with the distance", () => {
    const { days } = forecastOf(daily(10, 12, 11, 13, 12, 14, 15), { horizonDays: 30 });
    const widths = days.filter(({ lower }) => lower > 0).map(({ lower, upper }) => upper - lower);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  });
});

describe("the simulation of histories", () => {
  test("the generated noise has mean 0 and deviation 1", () => {
    let state = 0.5;
    const random = () => (state = (state + 0.618_033_988_749_895) % 1);
    for (const noise of [NOISES.uniform, NOISES.laplace]) {
      const draws = Array.from({ length: 20_000 }, () => noise(random));
      const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
      expect(mean).toBeCloseTo(0, 1);
      expect(Math.sqrt(draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length)).toBeCloseTo(1, 1);
    }
  });

  test("backtesting a captured history: a steady line is covered, the day of a price cut is not", () => {
    const steady = walkHistories([daily(1, 2, 3, 4, 5, 6, 7, 8)], { lookbackDays: 30, bounds: { least: 0, most: Infinity } });
    // From the fourth, fifth, sixth and seventh day one day ahead; from the fourth four days ahead.
    expect([steady[0], steady[3]].map((tally) => [tally?.forecasts, tally?.held])).toEqual([
      [4, 4],
      [1, 1],
    ]);
    const cut = walkHistories([daily(9, 9, 9, 9, 3)], { lookbackDays: 30, bounds: { least: 0, most: Infinity } });
    expect(cut[0]).toEqual({ horizon: 1, forecasts: 1, held: 0, flat: 1, flatHeld: 0 });
  });
});
