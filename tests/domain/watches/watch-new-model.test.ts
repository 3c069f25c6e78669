import { expect, test } from "vitest";
import { evaluateNewModels, modelNamesOf, type MakersModel } from "@/lib/domain/watches/watch-new-model";

const model = (modelId: string, over: Partial<MakersModel> = {}): MakersModel => ({
  makerId: "acme",
  providerId: "acme",
  modelId,
  name: modelId.toUpperCase(),
  inputPrice: 1,
  outputPrice: 2,
  contextWindow: 1000,
  released: null,
  ...over,
});

const NONE = new Map<string, string[]>();

test("a model that was never listed fires, all new ones in one fire, and each once", () => {
  const seen = modelNamesOf([model("one")]);
  const first = evaluateNewModels("acme", seen, [model("one"), model("two"), model("three", { inputPrice: null })], NONE);
  expect(first.match).toEqual({
    type: "new_model",
    provider: "acme",
    models: [
      { model: "TWO", model_id: "acme/two", provider: "acme", input_price: 1, output_price: 2, context_window: 1000, released: null },
      {
        model: "THREE",
        model_id: "acme/three",
        provider: "acme",
        input_price: null,
        output_price: 2,
        context_window: 1000,
        released: null,
      },
    ],
    omitted: 0,
  });
  expect(evaluateNewModels("acme", first.seen, [model("two")], NONE)).toEqual({ seen: first.seen, match: null });
});

test("a model that goes and comes back, is sold elsewhere too, or has another id is no new one", () => {
  const seen = modelNamesOf([model("one"), model("two")]);
  const gone = evaluateNewModels("acme", seen, [model("one")], NONE);
  expect(evaluateNewModels("acme", gone.seen, [model("one"), model("two")], NONE).match).toBeNull();
  expect(evaluateNewModels("acme", seen, [model("vendor/One", { providerId: "acme-cloud" })], NONE).match).toBeNull();
  const renamed = new Map([["acme/two-new", ["two"]]]);
  expect(evaluateNewModels("acme", seen, [model("two-new")], renamed)).toEqual({ seen: ["one", "two", "two-new"], match: null });
});

test("a fire names at most twenty models and counts the others", () => {
  const many = Array.from({ length: 23 }, (_, index) => model(`m-${index}`));
  const { match } = evaluateNewModels("acme", [], many, NONE);
  expect([match?.models.length, match?.omitted]).toEqual([20, 3]);
});
