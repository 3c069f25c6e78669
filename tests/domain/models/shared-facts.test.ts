import { describe, expect, test } from "vitest";
import { matchesFilters } from "@/lib/domain/models/model-filters";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import { withSharedFacts } from "@/lib/domain/models/shared-facts";
import { aListing } from "../../support/models/model-facts";

const companyOf = (id: string): string => id.replace(/-cn$/, "");

const sold = (id: string, isOpenWeights: boolean | null, makerId: string | null = "deepseek"): ModelListing => {
  const slash = id.indexOf("/");
  return aListing({ providerId: id.slice(0, slash), modelId: id.slice(slash + 1), makerId, isOpenWeights });
};

const openOf = (...listings: ModelListing[]) =>
  Object.fromEntries(
    withSharedFacts(listings, companyOf).map(({ providerId, modelId, isOpenWeights }) => [`${providerId}/${modelId}`, isOpenWeights]),
  );

describe("open weights", () => {
  test("are what the maker says, at every host and under every spelling of the model", () => {
    expect(
      openOf(
        sold("deepseek/deepseek-r7", true),
        sold("amazon-bedrock/deepseek.r7-v1:0", false),
        sold("siliconflow/deepseek-ai/DeepSeek-R7", false),
        sold("novita/deepseek/deepseek-r7-turbo", false),
        sold("azure/deepseek-r7", null),
      ),
    ).toEqual({
      "deepseek/deepseek-r7": true,
      "amazon-bedrock/deepseek.r7-v1:0": true,
      "siliconflow/deepseek-ai/DeepSeek-R7": true,
      // Without a size, `turbo` is the name of another model.
      "novita/deepseek/deepseek-r7-turbo": false,
      "azure/deepseek-r7": true,
    });
  });

  test("are what most hosts say, where the maker sells none", () => {
    const hosts = ["groq/llama-9-70b", "nebius/meta-llama/Llama-9-70B-Instruct", "wandb/meta-llama/Llama-9-70B-Instruct-Turbo"];
    const [first = "", second = "", third = ""] = hosts;
    const said = openOf(sold(first, false, "meta"), sold(second, true, "meta"), sold(third, true, "meta"));
    expect(Object.values(said)).toEqual([true, true, true]);
  });

  test("stay what a host says where as many say the other", () => {
    expect(Object.values(openOf(sold("groq/llama-9-70b", false, "meta"), sold("nebius/llama-9-70b", true, "meta")))).toEqual([false, true]);
  });

  test.each([
    ["another size", "groq/qwen9-8b", "nebius/qwen9-32b"],
    ["another month", "groq/qwen9-32b-2507", "nebius/qwen9-32b"],
    ["another version", "groq/qwen9-32b", "nebius/qwen8-32b"],
    ["another variant", "groq/qwen9-32b-thinking", "nebius/qwen9-32b"],
  ])("of %s are those of another model", (_, one, other) => {
    expect(Object.values(openOf(sold(one, true, "alibaba"), sold(other, false, "alibaba")))).toEqual([true, false]);
  });

  test("of listings of an unknown maker are their own", () => {
    expect(Object.values(openOf(sold("groq/orca-9b", true, null), sold("nebius/orca-9b", false, null)))).toEqual([true, false]);
  });
});

const sized = (modelId: string, contextWindow: number | null, maxInputTokens: number | null): ModelListing =>
  aListing({ providerId: "openai", modelId, makerId: "openai", contextWindow, maxInputTokens });

const sizesOf = (...listings: ModelListing[]) =>
  withSharedFacts(listings, companyOf).map(({ contextWindow, maxInputTokens }) => [contextWindow, maxInputTokens]);

describe("windows", () => {
  test("an alias and its snapshot have the same, and pass the same filters", () => {
    const alias = sized("gpt-9", 400_000, null);
    const snapshot = sized("gpt-9-2026-08-07", null, 272_000);
    const listings = withSharedFacts([alias, snapshot], companyOf);
    expect(listings.map(({ contextWindow, maxInputTokens }) => [contextWindow, maxInputTokens])).toEqual([
      [400_000, 272_000],
      [400_000, 272_000],
    ]);
    expect(listings.map((listing) => matchesFilters(listing, { min_context: 300_000 }))).toEqual([true, true]);
    expect(listings.map((listing) => matchesFilters(listing, { min_input: 300_000 }))).toEqual([false, false]);
  });

  test("each keeps what a source states of it", () => {
    expect(sizesOf(sized("gpt-9", 400_000, 300_000), sized("gpt-9-2026-08-07", 128_000, 100_000))).toEqual([
      [400_000, 300_000],
      [128_000, 100_000],
    ]);
  });

  test("an input below half of the alias's window is that of another window", () => {
    expect(sizesOf(sized("gpt-9", 1_000_000, null), sized("gpt-9-2026-01-25", null, 129_000))).toEqual([
      [1_000_000, null],
      [129_000, 129_000],
    ]);
  });

  test("the window is at least the most input where nobody states it, and no input is above it", () => {
    expect(sizesOf(sized("gpt-9", null, 128_000))).toEqual([[128_000, 128_000]]);
    expect(sizesOf(sized("gpt-9", 200_000, 1_000_000))).toEqual([[200_000, 200_000]]);
    expect(sizesOf(sized("gpt-9", null, null))).toEqual([[null, null]]);
  });

  test("min_input asks the window where no source states the most input, and unknown sizes pass neither", () => {
    expect(matchesFilters(sized("gpt-9", 200_000, null), { min_input: 200_000 })).toBe(true);
    expect(matchesFilters(sized("gpt-9", null, null), { min_input: 1 })).toBe(false);
  });
});
