import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareModels, type ComparedModel } from "@/lib/domain/models/compare-models";

const model = (key: string, overrides: Partial<ComparedModel> = {}): ComparedModel => ({
  key,
  id: key,
  name: key.toUpperCase(),
  blended: null,
  contextWindow: null,
  scores: {},
  ...overrides,
});

describe("comparing models", () => {
  test("golden: benchmark keys are the sorted union, rankings leave out unknown values", () => {
    const comparison = compareModels([
      model("a", { blended: 15, contextWindow: 200_000, scores: { swe_bench: 73.4, math: 90 } }),
      model("b", { blended: 5.625, contextWindow: 400_000, scores: { swe_bench: 74.9, mmlu_pro: 87 } }),
      model("c", { contextWindow: 1_000_000 }),
    ]);
    expect(comparison.benchmarkKeys).toEqual(["math", "mmlu_pro", "swe_bench"]);
    expect(comparison.rankings.cheapest_blended).toEqual([
      { id: "b", name: "B", blended: 5.625 },
      { id: "a", name: "A", blended: 15 },
    ]);
    expect(comparison.rankings.most_context.map(({ id }) => id)).toEqual(["c", "b", "a"]);
    expect(comparison.rankings.by_benchmark).toEqual({
      math: [{ id: "a", name: "A", score: 90 }],
      mmlu_pro: [{ id: "b", name: "B", score: 87 }],
      swe_bench: [
        { id: "b", name: "B", score: 74.9 },
        { id: "a", name: "A", score: 73.4 },
      ],
    });
  });

  test("treats a score of 0 and a price of 0 as values", () => {
    expect(compareModels([model("a", { blended: 0, scores: { math: 0 } })])).toMatchObject({
      rankings: { cheapest_blended: [{ blended: 0 }], by_benchmark: { math: [{ score: 0 }] } },
    });
  });

  test("ranks a model under two names once", () => {
    expect(compareModels([model("a", { blended: 1 }), model("a", { blended: 1 })]).rankings.cheapest_blended).toHaveLength(1);
  });

  test("sorts equal values by name, whatever the input order", () => {
    const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
    const models = fc.uniqueArray(
      fc.record({
        key: fc.string({ minLength: 1, maxLength: 3 }),
        blended: optional(fc.integer({ min: 0, max: 3 })),
        contextWindow: optional(fc.integer({ min: 1, max: 3 })),
        scores: fc.dictionary(fc.constantFrom("x", "y"), fc.integer({ min: 0, max: 2 })),
      }),
      { selector: ({ key }) => key.toUpperCase(), maxLength: 6 },
    );
    fc.assert(
      fc.property(models, (list) => {
        const one = compareModels(list.map(({ key, ...facts }) => model(key, facts)));
        expect(compareModels(list.toReversed().map(({ key, ...facts }) => model(key, facts)))).toEqual(one);
        expect(one.rankings.cheapest_blended).toHaveLength(list.filter(({ blended }) => blended !== null).length);
      }),
    );
  });
});
