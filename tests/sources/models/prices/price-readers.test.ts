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
      conditions: [{ kind: "prompt_tokens_above", above: 272_000, input: 4, output: 12, cached_input: 1 }],
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
      readModelsDev({ a: model({ cost: { input: 1, output: 2, context_over_200k: { input: 2, output: 3 } } }) }).facts[0]?.conditions,
    ).toEqual([{ kind: "prompt_tokens_above", above: 200_000, input: 2, output: 3 }]);
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

describe("LiteLLM", () => {
  const entry = (over: object = {}) => ({
    litellm_provider: "openai",
    mode: "chat",
    input_cost_per_token: 2.5e-6,
    output_cost_per_token: 1e-5,
    max_input_tokens: 128_000,
    max_output_tokens: 16_384,
    ...over,
  });
  const readLite = (entries: Record<string, unknown>) => litellm.read(JSON.stringify(entries), providerNaming);
  const ids = (entries: Record<string, unknown>) => readLite(entries).facts.map(({ providerId, modelId }) => `${providerId}/${modelId}`);

  test("converts prices per token to prices per million without rounding errors", () => {
    expect(readLite({ "gpt-x": entry({ cache_read_input_token_cost: 1.25e-6 }) }).facts[0]).toMatchObject({
      inputPrice: 2.5,
      outputPrice: 10,
      cachedInputPrice: 1.25,
      maxInputTokens: 128_000,
    });
    expect(readLite({ "gpt-x": entry({ input_cost_per_token: 7e-8, output_cost_per_token: 3e-7 }) }).facts[0]).toMatchObject({
      inputPrice: 0.07,
      outputPrice: 0.3,
    });
  });

  test("removes the provider from the key, in any spelling", () => {
    expect(
      ids({
        "gpt-x": entry(),
        "together_ai/meta-llama/L": entry({ litellm_provider: "together_ai" }),
        "gemini/gemini-9": entry({ litellm_provider: "gemini" }),
        "vertex_ai/claude-9": entry({ litellm_provider: "vertex_ai-anthropic_models" }),
        "anthropic.claude-9-v1:0": entry({ litellm_provider: "bedrock_converse" }),
        "openrouter/openai/gpt-x": entry({ litellm_provider: "openrouter" }),
        "azure/gpt-x": entry({ litellm_provider: "azure" }),
      }),
    ).toEqual([
      "openai/gpt-x",
      "togetherai/meta-llama/L",
      "google/gemini-9",
      "google-vertex/claude-9",
      "amazon-bedrock/anthropic.claude-9-v1:0",
      "openrouter/openai/gpt-x",
      "azure/gpt-x",
    ]);
  });

  test("reads a price of 0 or a single price as unknown", () => {
    const { facts } = readLite({
      a: entry({ input_cost_per_token: 0, output_cost_per_token: 0 }),
      b: entry({ output_cost_per_token: null }),
      c: entry({ input_cost_per_token: undefined }),
    });
    expect(facts.map(({ inputPrice, outputPrice }) => [inputPrice, outputPrice])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  test("accepts text modes, and an entry without mode only if it has both prices", () => {
    expect(
      ids({
        sample_spec: entry(),
        a: entry({ mode: "embedding" }),
        b: entry({ mode: "image_generation" }),
        c: entry({ mode: null }),
        d: entry({ mode: null, output_cost_per_token: null }),
        e: entry({ mode: "responses" }),
        "ft:gpt-x": entry(),
      }),
    ).toEqual(["openai/c", "openai/e"]);
  });

  test("reads long-context prices", () => {
    const over = { input_cost_per_token_above_200k_tokens: 6e-6, output_cost_per_token_above_200k_tokens: 2e-5 };
    expect(readLite({ a: entry(over) }).facts[0]?.conditions).toEqual([
      { kind: "prompt_tokens_above", above: 200_000, input: 6, output: 20 },
    ]);
  });
});

describe("OpenRouter", () => {
  const entry = (over: object = {}) => ({
    id: "openai/gpt-x",
    name: "OpenAI: GPT-X",
    context_length: 128_000,
    pricing: { prompt: "0.0000025", completion: "0.00001" },
    architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
    supported_parameters: ["tools"],
    ...over,
  });
  const readRouter = (...entries: object[]) => openrouter.read(JSON.stringify({ data: entries }), providerNaming).facts;

  test("lists every model under OpenRouter, with its maker", () => {
    expect(readRouter(entry())[0]).toMatchObject({
      providerId: "openrouter",
      modelId: "openai/gpt-x",
      makerId: "openai",
      inputPrice: 2.5,
      outputPrice: 10,
      capabilities: ["tool-use", "vision"],
    });
  });

  test("reads -1 as unknown, because the price depends on the route, and keeps free variants at 0", () => {
    const facts = readRouter(
      entry({ id: "openrouter/auto", pricing: { prompt: "-1", completion: "-1" } }),
      entry({ id: "z-ai/glm-5:free", pricing: { prompt: "0", completion: "0" } }),
      entry({ pricing: { prompt: "", completion: "abc" } }),
    );
    expect(facts.map(({ modelId, makerId, inputPrice, outputPrice }) => [modelId, makerId, inputPrice, outputPrice])).toEqual([
      ["openrouter/auto", null, null, null],
      ["z-ai/glm-5:free", "zai", 0, 0],
      ["openai/gpt-x", "openai", null, null],
    ]);
  });
});

describe("an unexpected document", () => {
  test.each(pricingSources.map((source) => [source.name, source] as const))("is refused by %s with a fault", (_, source) => {
    for (const text of [
      "",
      "<!doctype html><html></html>",
      "null",
      "[]",
      "{}",
      '{"data":[]}',
      '{"data":[{}]}',
      '{"a":1}',
      '{"a":{"b":[]}}',
    ]) {
      expect(() => source.read(text, providerNaming), text).toThrow(SourceError);
    }
  });

  test("never makes a reader throw anything but a SourceError", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...pricingSources), (json, source) => {
        try {
          source.read(JSON.stringify(json), providerNaming);
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError);
        }
      }),
    );
  });
});
