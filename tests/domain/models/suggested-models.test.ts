import { expect, test } from "vitest";
import { suggestedModels } from "@/lib/domain/models/suggested-models";

const model = (id: string, changes: object = {}) => ({
  id,
  tier: "flagship",
  blendedPrice: 5,
  released: "2026-01",
  deprecationDate: null,
  status: "active",
  benchmark_scores: { swe_bench: 70 },
  ...changes,
});

test("golden: the newest flagship with a price and a score of each maker, in the order of the makers", () => {
  const makers = [
    {
      id: "b",
      models: [model("b-old", { released: "2025-01" }), model("b-new"), model("b-mini", { tier: "budget", released: "2026-05" })],
    },
    { id: "a", models: [model("a-1"), model("a-1-20260101")] },
    { id: "c", models: [model("c-1")] },
  ];
  expect(suggestedModels(makers, ["a", "b", "c"], 2)).toEqual(["a/a-1", "b/b-new"]);
});

test("what is given away, unpriced, without a score, or ends soon is not suggested", () => {
  const models = [
    model("free", { freeListing: true, blendedPrice: 0 }),
    model("unpriced", { blendedPrice: null }),
    model("unscored", { benchmark_scores: {} }),
    model("ending", { deprecationDate: "2026-12-01" }),
    model("retired", { status: "retired" }),
  ];
  expect(suggestedModels([{ id: "a", models }], ["a", "nobody"], 3)).toEqual([]);
});
