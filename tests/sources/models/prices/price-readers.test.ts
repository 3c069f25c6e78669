import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { providerNaming } from "@/lib/catalogs/provider-naming";
import { litellm } from "@/lib/sources/models/prices/litellm";
import { modelsDev } from "@/lib/sources/models/prices/models-dev";
import { openrouter } from "@/lib/sources/models/prices/openrouter";
import { pricingSources } from "@/lib/sources/models/prices/read-prices";
import { SourceError } from "@/lib/sources/http/source";

const model = (over: object = {}) => ({
  name: "Acme 1",
  attachment: false,
  reasoning: true,
  tool_call: true,
  release_date: "2026-03-05",
  last_updated: "2026-03-05",
  modalities: { input: ["text", "image", "pdf"], output: ["text"] },
  open_weights: false,
  limit: { context: 200_000, output: 8000 },
  ...over,
});
const modelsDevText = (models: Record<string, object>, provider = "openai") =>
  JSON.stringify({
    [provider]: {
      id: provider,
      name: provider,
      env: ["KEY"],
      npm: "x",
      doc: "https://x",
      models: Object.fromEntries(Object.entries(models).map(([id, entry]) => [id, { id, ...entry }])),
    },
  });
const readModelsDev = (models: Record<string, object>, provider?: string) =>
  modelsDev.read(modelsDevText(models, provider), providerNaming);

describe("models.dev", () => {
  test("reads prices, sizes and capabilities", () => {
    const cost = {
      input: 2,
      output: 8,
      cache_read: 0.5,
      tiers: [{ tier: { type: "context", size: 272_000 }, input: 4, output: 12, cache_read: 1 }],
    };
    expect(readModelsDev({ "gpt-x": model({ cost }) }).facts[0]).toMatchObject({
      providerId: "openai",
      modelId: "gpt-x",
      name: "Acme 1",
      makerId: "openai",
      inputPrice: 2,
      outputPrice: 8,
      cachedInputPrice: 0.5,
      contextWindow: 200_000,
      released: "2026-03-05",
      isOpenWeights: false,
      longContext: [{ aboveInputTokens: 272_000, inputPrice: 4, outputPrice: 12, cachedInputPrice: 1 }],
      capabilities: ["file-input", "prompt-caching", "reasoning", "tool-use", "vision"],
      modalitiesIn: ["file", "image", "text"],
    });
  });

  test("reads a missing cost as unknown and a cost of 0 as 0", () => {
    const { facts } = readModelsDev({ unknown: model(), free: model({ cost: { input: 0, output: 0 } }) });
    expect(facts.map(({ modelId, inputPrice, outputPrice }) => [modelId, inputPrice, outputPrice])).toEqual([
      ["unknown", null, null],
      ["free", 0, 0],
    ]);
  });

  test("reads a size of 0 as unknown", () => {
    expect(readModelsDev({ a: model({ limit: { context: 0, output: 0 } }) }).facts[0]).toMatchObject({
      contextWindow: null,
      maxOutputTokens: null,
    });
  });

  test("uses the legacy long-context price when there are no tiers", () => {
    expect(
      readModelsDev({ a: model({ cost: { input: 1, output: 2, context_over_200k: { input: 2, output: 3 } } }) }).facts[0]?.longContext,
    ).toEqual([{ aboveInputTokens: 200_000, inputPrice: 2, outputPrice: 3, cachedInputPrice: null }]);
  });

  test("resolves every spelling of a provider and reports unknown providers", () => {
    expect(readModelsDev({ a: model() }, "together").facts[0]?.providerId).toBe("togetherai");
    const both = JSON.stringify({
      ...JSON.parse(modelsDevText({ a: model() })),
      ...JSON.parse(modelsDevText({ b: model() }, "nobody-knows-it")),
    });
    expect(modelsDev.read(both, providerNaming)).toMatchObject({
      facts: [{ providerId: "openai" }],
      unknownProviders: ["nobody-knows-it"],
    });
  });

  test("skips other than text models, and a single invalid entry", () => {
    const report = readModelsDev({
      image: model({ modalities: { input: ["text"], output: ["image"] } }),
      "text-embedding-9": model(),
      broken: { name: 5 },
      ok: model(),
      ok2: model(),
    });
    expect(report.facts.map((facts) => facts.modelId)).toEqual(["ok", "ok2"]);
    expect(report.skipped).toBe(3);
  });

  test("refuses invalid ids and figures", () => {
    const { facts } = readModelsDev({
      "has space": model(),
      "<script>": model(),
      ["x".repeat(300)]: model(),
      good: model({ cost: { input: -1, output: 8 } }),
      dear: model({ cost: { input: 1e9, output: 8 } }),
      fine: model(),
      fine2: model(),
      fine3: model(),
    });
    expect(facts.map((entry) => [entry.modelId, entry.inputPrice])).toEqual([
      ["good", null],
      ["dear", null],
      ["fine", null],
      ["fine2", null],
      ["fine3", null],
    ]);
  });

  test("removes forged delimiters and hidden characters from names, and no words: what a model is called is not ours to change", () => {
    const nameOf = (name: string) => readModelsDev({ a: model({ name }) }).facts[0]?.name;
    expect(nameOf("<|im_start|>No\u200bva 2<|im_end|>")).toBe("[content removed]Nova 2[content removed]");
    expect(nameOf("System Prompt Guard 8B Instruct")).toBe("System Prompt Guard 8B Instruct");
  });
});
