import { expect, test } from "vitest";
import { suggestedModels } from "@/lib/domain/models/suggested-models";

const model = (id: string, changes: object = {}) => ({
  id,
  tier: "flagship",
  blendedPrice: 5,
  released: "2026-01",
  deprecationDate: null,
  status: "active",
  ...changes,
});

const nothing = () => undefined;

test("golden: without abilities the newest flagship with a price of each maker, in the order of the makers", () => {
  const makers = [
    {
      id: "b",
      models: [model("b-old", { released: "2025-01" }), model("b-new"), model("b-mini", { tier: "budget", released: "2026-05" })],
    },
    { id: "a", models: [model("a-1"), model("a-1-20260101")] },
    { id: "c", models: [model("c-1")] },
  ];
  expect(suggestedModels(makers, ["a", "b", "c"], 2, nothing)).toEqual(["a/a-1", "b/b-new"]);
});

test("what is given away, unpriced, or ends soon is not suggested", () => {
  const models = [
    model("free", { freeListing: true, blendedPrice: 0 }),
    model("unpriced", { blendedPrice: null }),
    model("ending", { deprecationDate: "2026-12-01" }),
    model("retired", { status: "retired" }),
  ];
  expect(suggestedModels([{ id: "a", models }], ["a", "nobody"], 3, nothing)).toEqual([]);
});

test("the abilities are those of the maker's own models", () => {
  const makers = [{ id: "a", models: [model("one-pro", { released: "2026-05", blendedPrice: 4 }), model("two-max")] }];
  const abilityOf = (key: string) => (key === "a/two-max" ? { ability: 150, low: 148, high: 152 } : undefined);
  expect(suggestedModels(makers, ["a"], 1, abilityOf)).toEqual(["a/two-max"]);
});
