import { expect, test } from "vitest";
import type { PriceCondition } from "@/lib/domain/models/prices/price-condition";
import { workloadPrices } from "@/lib/domain/models/prices/workload-prices";

const source = "models.dev";
const priceConditions: PriceCondition[] = [
  { kind: "prompt_tokens_above", above: 200_000, input: 4, output: 18, cached_input: 0.4, source },
  { kind: "service_tier", value: "batch", input: 1, output: 6, source },
  { kind: "thinking_output", output: 20, source },
  { kind: "audio_input", input: 3, source },
  { kind: "per_request", per_1k: 5, source },
];
const listing = { inputPrice: 2, outputPrice: 12, cachedInputPrice: 0.2, priceConditions };
const inputTokensPerDay = 1_000_000;

test("without a word of how it is called, a workload costs the listing's prices, and every condition is left out", () => {
  expect(workloadPrices(listing, { inputTokensPerDay })).toEqual({
    input: 2,
    output: 12,
    mixedInput: 2,
    mixedOutput: 12,
    requests: null,
    notCounted: ["prompt_tokens_above", "thinking_output", "audio_input", "per_request"],
  });
});

test("a prompt that is longer than a step is charged at it as a whole, one of exactly its length is not", () => {
  const inputAt = (promptTokensPerRequest: number) => workloadPrices(listing, { inputTokensPerDay, promptTokensPerRequest }).input;
  expect([inputAt(200_000), inputAt(200_001)]).toEqual([2, 4]);
});

test("requests are charged, and tell the length of a prompt", () => {
  const { input, requests, notCounted } = workloadPrices(listing, { inputTokensPerDay, requestsPerDay: 2 });
  expect([input, requests, notCounted]).toEqual([4, 0.01, ["thinking_output", "audio_input"]]);
});

test("shares of cached input and of thinking are mixed in at their own prices", () => {
  const { mixedInput, mixedOutput, notCounted } = workloadPrices(listing, { inputTokensPerDay, cachedShare: 0.5, thinkingShare: 0.25 });
  expect(mixedInput).toBeCloseTo(1.1, 9);
  expect(mixedOutput).toBeCloseTo(14, 9);
  expect(notCounted).toEqual(["prompt_tokens_above", "audio_input", "per_request"]);
});

test("a tier that the listing has is counted; one that it lacks, and a cache price that it lacks, are named", () => {
  const batch = workloadPrices(listing, { inputTokensPerDay, serviceTier: "batch", cachedShare: 0.5 });
  expect([batch.input, batch.mixedInput, batch.notCounted.includes("cached_input")]).toEqual([1, 1, true]);
  const priority = workloadPrices(listing, { inputTokensPerDay, serviceTier: "priority" });
  expect([priority.input, priority.notCounted.includes("service_tier")]).toEqual([2, true]);
});
