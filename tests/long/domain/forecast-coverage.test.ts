import { describe, expect, test } from "vitest";
import type { RequestedMethod } from "@/lib/domain/history/forecast";
import { simulateCoverage, type NoiseName } from "../../bench/forecast-backtest";
import { familyCoverage, isWithinBounds } from "../../bench/forecast-coverage";
import { FAMILY_NAMES } from "../../bench/forecast-families";

/**
 * Share of forecasts whose interval holds, over thousands of invented histories. Values by hand are
 * tested in tests/domain.
 */

const RUN = { worlds: 3, histories: 100, seed: 7 };

describe.each(["ols", "auto"] as const)("the interval around the projection of %s", (method: RequestedMethod) => {
  const coverages = familyCoverage({ ...RUN, families: FAMILY_NAMES, method, pool: "family", lookbackDays: 30 });

  test.each(coverages)("$family: covers 90% to 98% and is at most three times as wide as the oracle's", (coverage) => {
    expect(isWithinBounds(coverage), JSON.stringify(coverage)).toBe(true);
  });
});

test.each([7, 10, 14, 90])("with %d days of normal noise, pooled errors keep the coverage between 90% and 98%", (lookbackDays) => {
  const [coverage] = familyCoverage({ ...RUN, families: ["noise"], method: "ols", pool: "family", lookbackDays });
  expect(coverage?.covered).toBeGreaterThanOrEqual(0.9);
  expect(coverage?.covered).toBeLessThanOrEqual(0.98);
});

describe("coverage of the interval", () => {
  const RUNS = 4000;
  const sharesOf = (noise: NoiseName, points: number, windowDays = points) => [
    ...simulateCoverage({ noise, points, windowDays, runs: RUNS, seed: 1000 + points }).values(),
  ];

  test.each([7, 8, 10, 14, 30, 90])(
    "with %d days of normal noise and no pooled errors it covers at least 93%, 1 to 30 days ahead",
    (points) => {
      const shares = sharesOf("gaussian", points);
      expect(shares).toHaveLength(30);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.93);
    },
  );

  test("holds with half of the days missing as well", () => {
    const shares = sharesOf("gaussian", 20, 40);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.93);
  });
});
