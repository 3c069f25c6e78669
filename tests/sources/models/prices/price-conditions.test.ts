import { describe, expect, test } from "vitest";
import { longContextOf } from "@/lib/domain/models/prices/price-condition";
import { catalogOf, liteLlmDocument, modelsDevDocument, observationsOf, openRouterDocument } from "../../../support/models/price-documents";

const conditionsOf = (texts: Parameters<typeof observationsOf>[0]) => observationsOf(texts)[0]?.facts.conditions;

describe("conditions of LiteLLM's prices", () => {
  const read = (entry: object) => conditionsOf({ litellm: liteLlmDocument("gemini", { "gemini/gemini-x": entry }) });
  const base = { input_cost_per_token: 1e-6, output_cost_per_token: 4e-6 };

  test("of DashScope: the first step is the price, the others hold above their length of prompt", () => {
    const steps = [
      { range: [128_000, 1_000_000], input_cost_per_token: 3e-6, output_cost_per_token: 9e-6 },
      { range: [0, 64_000], input_cost_per_token: 5e-7, output_cost_per_token: 2e-6, cache_read_input_token_cost: 1e-7 },
      { range: [64_000, 128_000], input_cost_per_token: 1e-6, output_cost_per_token: 3e-6 },
    ];
    const [observation] = observationsOf({ litellm: liteLlmDocument("dashscope", { "dashscope/qwen-x": { tiered_pricing: steps } }) });
    expect(observation?.facts).toMatchObject({
      inputPrice: 0.5,
      outputPrice: 2,
      cachedInputPrice: 0.1,
      conditions: [
        { kind: "prompt_tokens_above", above: 64_000, input: 1, output: 3 },
        { kind: "prompt_tokens_above", above: 128_000, input: 3, output: 9 },
      ],
    });
  });

  test.each([
    [
      "long prompts, also of one price alone",
      { input_cost_per_token_above_128k_tokens: 2e-6 },
      [{ kind: "prompt_tokens_above", above: 128_000, input: 2 }],
    ],
    [
      "writing to the cache, for long prompts and for an hour",
      {
        input_cost_per_token_above_200k_tokens: 2e-6,
        cache_creation_input_token_cost_above_200k_tokens: 2.5e-6,
        cache_creation_input_token_cost_above_1hr: 2e-6,
        cache_creation_input_token_cost_above_1hr_above_200k_tokens: 4e-6,
      },
      [
        { kind: "prompt_tokens_above", above: 200_000, input: 2, cache_write: 2.5 },
        { kind: "cache_write_1h", cache_write: 2 },
        { kind: "cache_write_1h", above: 200_000, cache_write: 4 },
      ],
    ],
    [
      "batches, flex and priority, also of long prompts",
      {
        input_cost_per_token_batches: 5e-7,
        output_cost_per_token_batches: 2e-6,
        input_cost_per_token_flex: 5e-7,
        input_cost_per_token_priority: 2e-6,
        cache_read_input_token_cost_priority: 2e-7,
        input_cost_per_token_above_272k_tokens_priority: 4e-6,
      },
      [
        { kind: "service_tier", value: "batch", input: 0.5, output: 2 },
        { kind: "service_tier", value: "flex", input: 0.5 },
        { kind: "service_tier", value: "priority", input: 2, cached_input: 0.2 },
        { kind: "service_tier", value: "priority", above: 272_000, input: 4 },
      ],
    ],
    [
      "thinking, audio, pictures and requests",
      {
        output_cost_per_reasoning_token: 7e-6,
        input_cost_per_audio_token: 3e-6,
        input_cost_per_image: 0.002,
        input_cost_per_request: 0.005,
      },
      [
        { kind: "thinking_output", output: 7 },
        { kind: "audio_input", input: 3 },
        { kind: "image_input", per_1k: 2 },
        { kind: "per_request", per_1k: 5 },
      ],
    ],
    [
      "searches, by size where they differ",
      { search_context_cost_per_query: { search_context_size_low: 0.01, search_context_size_high: 0.02 } },
      [
        { kind: "web_search", value: "low", per_1k: 10 },
        { kind: "web_search", value: "high", per_1k: 20 },
      ],
    ],
    [
      "regions and speeds",
      { provider_specific_entry: { us: 1.1, fast: 6 } },
      [
        { kind: "geography", value: "us", factor: 1.1 },
        { kind: "speed", value: "fast", factor: 6 },
      ],
    ],
    [
      "nothing that is 0, ten times off, or another thing than a price",
      { input_cost_per_token_batches: 0, input_cost_per_token_above_128k_tokens: 1e-4, off_peak_pricing: "no", tiered_pricing: [{}] },
      [],
    ],
  ])("of %s", (_, entry, expected) => {
    expect(read({ ...base, ...entry })).toEqual(expected);
  });
});

describe("conditions of OpenRouter's prices", () => {
  const read = (pricing: object) =>
    conditionsOf({ openrouter: openRouterDocument({ "lab/x": { prompt: "0.000001", completion: "0.000004", ...pricing } }) });

  test("of long prompts and of hours, each price of the day once", () => {
    const peak = { prompt: "0.000001", completion: "0.000004" };
    const night = { prompt: "0.0000005", completion: "0.000002", input_cache_read: "0.00000005" };
    const overrides = [
      { utc_start: 30, utc_end: 830, ...night },
      { utc_start: 830, utc_end: 1200, ...peak },
      { utc_start: 1200, utc_end: 1345, ...night },
      { utc_start: 1345, utc_end: 30, ...peak },
      { min_prompt_tokens: 128_000, prompt: "0.000002", completion: "0.000008" },
      { unheard_of: 5, prompt: "0.000009", completion: "0.000009" },
    ];
    expect(read({ overrides })).toEqual([
      { kind: "prompt_tokens_above", above: 128_000, input: 2, output: 8 },
      {
        kind: "time_band",
        value: "off_peak",
        band: { zone: "UTC", hours: ["00:30-08:30", "12:00-13:45"] },
        input: 0.5,
        output: 2,
        cached_input: 0.05,
      },
      { kind: "time_band", value: "peak", band: { zone: "UTC", hours: ["08:30-12:00", "13:45-00:30"] }, input: 1, output: 4 },
    ]);
  });

  test("of requests, searches, pictures by the piece or token, audio and thinking where they cost something else", () => {
    expect(read({ request: "0.005", web_search: "0.01", image: "0.002", audio: "0.000003", internal_reasoning: "0.000007" })).toEqual([
      { kind: "thinking_output", output: 7 },
      { kind: "audio_input", input: 3 },
      { kind: "image_input", per_1k: 2 },
      { kind: "web_search", per_1k: 10 },
      { kind: "per_request", per_1k: 5 },
    ]);
    expect(read({ request: "0", image: "0.000001", audio: "0.000001", internal_reasoning: "0.000004" })).toEqual([]);
    expect(read({ image: "0.000002" })).toEqual([{ kind: "image_input", input: 2 }]);
  });
});

describe("conditions of models.dev's prices", () => {
  test("of steps, thinking, audio, modes and writing to the cache, and what others add to them", () => {
    const cost = {
      input: 2,
      output: 12,
      reasoning: 14,
      input_audio: 4,
      cache_write: 2.5,
      tiers: [{ input: 4, output: 18, cache_read: 0.4, tier: { type: "context", size: 200_000 } }],
    };
    const experimental = { modes: { fast: { cost: { input: 12, output: 60 } } } };
    const listing = catalogOf(
      {
        "models.dev": modelsDevDocument("google", { "gemini-x": { cost, experimental } }),
        litellm: liteLlmDocument("gemini", {
          "gemini/gemini-x": {
            input_cost_per_token: 2e-6,
            output_cost_per_token: 1.2e-5,
            input_cost_per_token_above_200k_tokens: 4e-6,
            cache_creation_input_token_cost_above_200k_tokens: 5e-6,
            cache_creation_input_token_cost_above_1hr: 4e-6,
          },
        }),
      },
      [],
    ).get("google/gemini-x");
    const [ours, theirs] = [{ source: "models.dev" }, { source: "litellm" }];
    expect(listing?.priceConditions).toEqual([
      { kind: "prompt_tokens_above", above: 200_000, input: 4, output: 18, cached_input: 0.4, cache_write: 5, ...ours },
      { kind: "speed", value: "fast", input: 12, output: 60, ...ours },
      { kind: "thinking_output", output: 14, ...ours },
      { kind: "audio_input", input: 4, ...ours },
      { kind: "cache_write_5m", cache_write: 2.5, ...ours },
      { kind: "cache_write_1h", cache_write: 4, ...theirs },
    ]);
    expect(listing && longContextOf(listing.priceConditions, listing)).toEqual([
      { aboveInputTokens: 200_000, inputPrice: 4, outputPrice: 18, cachedInputPrice: 0.4 },
    ]);
  });
});
