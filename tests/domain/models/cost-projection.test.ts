import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { costOver, inputPriceWithCache, projectCost, rankByMonth } from "@/lib/domain/models/cost-projection";

describe("the cost of a workload", () => {
  test("golden: 1M in at 15 and 0.5M out at 75: 15 + 37.5 = 52.5 a day, × 7 = 367.5, × 30 = 1575, × 365 = 19162.5", () => {
    expect(projectCost({ inputTokensPerDay: 1_000_000, outputTokensPerDay: 500_000 }, 15, 75)).toEqual({
      daily: { input_cost: 15, output_cost: 37.5, total: 52.5 },
      weekly_total: 367.5,
      monthly_total: 1575,
      yearly_total: 19_162.5,
    });
  });

  test("golden: longer spans come from the unrounded day: 7 tokens at 3 are 0.000021 a day, shown 0, but 0.0006 a month and 0.0077 a year", () => {
    expect(projectCost({ inputTokensPerDay: 7, outputTokensPerDay: 0 }, 3, 15)).toEqual({
      daily: { input_cost: 0, output_cost: 0, total: 0 },
      weekly_total: 0.0001,
      monthly_total: 0.0006,
      yearly_total: 0.0077,
    });
  });

  test("costs nothing without tokens or at a free listing", () => {
    expect(projectCost({ inputTokensPerDay: 0, outputTokensPerDay: 0 }, 15, 75).yearly_total).toBe(0);
    expect(projectCost({ inputTokensPerDay: 1e9, outputTokensPerDay: 1e9 }, 0, 0).yearly_total).toBe(0);
  });

  test("more tokens never cost less, and the total is the sum of its parts", () => {
    const tokens = fc.integer({ min: 0, max: 1_000_000_000 });
    const price = fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(tokens, tokens, tokens, price, price, (inputTokensPerDay, outputTokensPerDay, more, input, output) => {
        const one = projectCost({ inputTokensPerDay, outputTokensPerDay }, input, output);
        const two = projectCost({ inputTokensPerDay: inputTokensPerDay + more, outputTokensPerDay }, input, output);
        expect(two.monthly_total).toBeGreaterThanOrEqual(one.monthly_total);
        expect(Math.abs(one.daily.input_cost + one.daily.output_cost - one.daily.total)).toBeLessThan(0.000_2);
        expect(Math.abs(one.monthly_total - 30 * one.daily.total)).toBeLessThan(0.002);
      }),
    );
  });
});

test("ranks the cheapest month first, ties by name, without unknown prices or duplicates", () => {
  const cost = (key: string, name: string, monthlyTotal: number | null) => ({ key, name, providerId: "p", monthlyTotal });
  expect(
    rankByMonth([cost("1", "C", 5), cost("2", "B", 5), cost("3", "A", null), cost("4", "D", 1), cost("4", "D", 1)]).map(({ name }) => name),
  ).toEqual(["D", "B", "C"]);
});

describe("a share of the input from the cache", () => {
  test("golden: 80 % at 0.5 and 20 % at 5 are 1.4; without a price of the cache all of it costs the full price", () => {
    expect(inputPriceWithCache(5, 0.5, 80)).toBeCloseTo(1.4, 12);
    expect(inputPriceWithCache(5, 0.5, 0)).toBe(5);
    expect(inputPriceWithCache(5, null, 80)).toBe(5);
  });
});

test("the cost of each span is the one that the projection names", () => {
  const cost = projectCost({ inputTokensPerDay: 1_000_000, outputTokensPerDay: 0 }, 1, 1);
  expect((["daily", "weekly", "monthly", "yearly"] as const).map((horizon) => costOver(cost, horizon))).toEqual([1, 7, 30, 365]);
});
