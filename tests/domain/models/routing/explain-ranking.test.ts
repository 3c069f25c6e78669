import { describe, expect, test } from "vitest";
import { partsOf, whyFirst } from "@/lib/domain/models/routing/explain-ranking";
import { DEFAULT_WEIGHTS } from "@/lib/domain/models/routing/routing-weights";

const model = (
  name: string,
  quality: number,
  availability: number,
  cost: number,
  coverage = 1,
  basis: "capability" | "percentile" = "capability",
) => {
  const components = { quality, availability, cost, latency: 0.5 };
  const composite_score = partsOf({ components }, DEFAULT_WEIGHTS).reduce((sum, { points }) => sum + points, 0);
  return { model: { name }, components, composite_score, coverage, assumed: coverage < 1 ? [{ basis }] : [] };
};

describe("why the first model is first", () => {
  test("golden: names what it gains and loses against the second, the largest first, in points of the score", () => {
    expect(whyFirst([model("One", 0.8, 1, 0.9), model("Two", 0.9, 0.5, 0.7)], DEFAULT_WEIGHTS)).toBe(
      "One is first with 0.850, before Two with 0.700: it gains 0.150 in availability and 0.040 in cost, and loses 0.040 in quality.",
    );
  });

  test("says when nothing is lost, when both are equal, when there is one model, and when there is none", () => {
    expect(whyFirst([model("One", 0.9, 1, 0.9), model("Two", 0.8, 1, 0.9)], DEFAULT_WEIGHTS)).toContain("and loses nothing.");
    expect(whyFirst([model("One", 0.9, 1, 0.9), model("Two", 0.9, 1, 0.9)], DEFAULT_WEIGHTS)).toContain("as good as equal");
    expect(whyFirst([model("One", 0.9, 1, 0.9)], DEFAULT_WEIGHTS)).toContain("the only model that fits");
    expect(whyFirst([], DEFAULT_WEIGHTS)).toBe("No model fits.");
  });

  test("says in the same sentence on how many of the benchmarks its quality rests, and where the rest is from", () => {
    const why = (coverage: number, basis?: "capability" | "percentile") =>
      whyFirst([model("One", 0.9, 1, 0.9, coverage, basis), model("Two", 0.8, 1, 0.9)], DEFAULT_WEIGHTS);
    expect(why(0.6)).toBe(
      "One is first with 0.890, before Two with 0.850: it gains 0.040 in quality, and loses nothing; 60 % of the task's benchmarks were measured for it, and the rest is estimated from its other scores.",
    );
    expect(why(0)).toContain("; no benchmark of the task was measured for it, so its quality is estimated from its other scores.");
    expect(why(0.6, "percentile")).toContain("and the rest is assumed to be low.");
    expect(whyFirst([model("One", 0.9, 1, 0.9), model("Two", 0.8, 1, 0.9, 0.6)], DEFAULT_WEIGHTS)).not.toContain("measured");
  });

  test("latency never decides: it is the same for all", () => {
    expect(whyFirst([model("One", 0.9, 1, 0.9), model("Two", 0.8, 1, 0.95)], DEFAULT_WEIGHTS)).not.toContain("latency");
  });
});
