import { describe, expect, test } from "vitest";
import { estimatedScore, lastResortOf } from "@/lib/domain/models/capability/estimated-scores";

const measured = Array.from({ length: 101 }, (_, index) => ({ math: index }));
const lastResort = lastResortOf(measured);
const estimates = { math: { score: 90.4, low: 81, high: 97.2 } };

describe("a score that nobody measured", () => {
  test("is estimated from the ability of a ranked model", () => {
    expect(estimatedScore("math", { unranked: null, scores: 7, estimates }, lastResort)).toEqual({
      benchmark: "math",
      score: 90.4,
      low: 81,
      high: 97.2,
      basis: "capability",
      scores: 7,
    });
  });

  test.each([["few_scores"], ["wide_interval"]] as const)("is the 25th percentile for a model without a rank (%s)", (unranked) => {
    expect(estimatedScore("math", { unranked, scores: 2, estimates }, lastResort)).toEqual({
      benchmark: "math",
      score: 25,
      low: 5,
      high: 95,
      basis: "percentile",
      scores: 2,
    });
  });

  test("is the 25th percentile for a model of which nothing is known", () => {
    expect(estimatedScore("math", undefined, lastResort)).toMatchObject({ score: 25, basis: "percentile", scores: 0 });
  });

  test("is not assumed where nobody was measured", () => {
    expect(estimatedScore("swe_bench", undefined, lastResort)).toBeNull();
  });
});
