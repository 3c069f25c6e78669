import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { LiveSource } from "@/lib/sources/models/prices/pricing-source";
import { lacksShared } from "../../../support/lacks";
import { catalogOf, observationsOf, type PriceTexts } from "../../../support/models/price-documents";
import { sharedFolder } from "../../../support/shared";

const FILES: Record<LiveSource, string> = { "models.dev": "models-dev.json", litellm: "litellm.json", openrouter: "openrouter.json" };

function textsOf(folder: string): PriceTexts {
  const pathOf = (file: string): string => join(sharedFolder, "cases/prices", folder, file);
  return Object.fromEntries(
    Object.entries(FILES).flatMap(([source, file]) => (existsSync(pathOf(file)) ? [[source, readFileSync(pathOf(file), "utf8")]] : [])),
  );
}

describe.skipIf(lacksShared())("the price cases beside the project", () => {
  const listingOf = (folder: string, id: string) => catalogOf(textsOf(folder)).get(id);
  const priceOf = (folder: string, id: string) => {
    const listing = listingOf(folder, id);
    return [listing?.inputPrice ?? null, listing?.outputPrice ?? null];
  };

  test("01: units", () => {
    expect(listingOf("01-unit", "wandb/openai/gpt-oss-120b")).toMatchObject({ inputPrice: 0.15, outputPrice: 0.6, hasPriceConflict: true });
    const suspects = observationsOf(textsOf("01-unit"))
      .filter(({ facts }) => facts.setAside.some(({ reason }) => reason === "unit_suspect"))
      .map(({ facts }) => `${facts.providerId}/${facts.modelId.toLowerCase()}`);
    const catalog = catalogOf(textsOf("01-unit"));
    expect(suspects.map((id) => [id, catalog.get(id)?.inputPrice ?? null])).toEqual([
      ["wandb/zz-new/unit-small", null],
      ["wandb/zz-new/unit-large", null],
      ["wandb/openai/gpt-oss-120b", 0.15],
      ["wandb/zz-new/unit-model-70b", null],
      ["azure/jais-30b-chat", null],
      ["ibm-watsonx/bigscience/mt0-xxl-13b", null],
      ["hyperbolic/zz-new/unit-model-8b", null],
      ["openrouter/zz-new/unit-model-70b", null],
    ]);
  });

  test("02 and 03: prices by length of prompt", () => {
    const steps = (folder: string, id: string) =>
      listingOf(folder, id)
        ?.priceConditions.filter(({ kind }) => kind === "prompt_tokens_above")
        .map(({ above, input, output }) => [above, input, output]);
    expect(priceOf("02-tiered-litellm", "alibaba/qwen3-coder-flash")).toEqual([0.3, 1.5]);
    expect(steps("02-tiered-litellm", "alibaba/qwen3-coder-flash")).toEqual([
      [32_000, 0.5, 2.5],
      [128_000, 0.8, 4],
      [256_000, 1.6, 9.6],
    ]);
    expect(steps("03-openrouter-overrides", "openrouter/qwen/qwen3.9-plus")).toEqual([[256_000, 1.3, 3.9]]);
  });

  test("04: hours of the day", () => {
    const listing = listingOf("04-time-of-day", "deepseek/deepseek-v4-pro");
    const bands = listing?.priceConditions
      .filter(({ kind }) => kind === "time_band")
      .map(({ value, input, output }) => [value, input, output]);
    expect(bands).toEqual([
      ["peak", 1.32, 3.96],
      ["off_peak", 0.66, 1.98],
    ]);
    expect(listing?.note ?? "").not.toContain("peak rate");
  });

  test("06: dated ids", () => {
    expect(priceOf("06-dated-other-price", "openai/gpt-7o-2026-05-13")).toEqual([5, 15]);
    expect(priceOf("06-dated-other-price", "openai/gpt-7o")).toEqual([2.5, 10]);
    expect(priceOf("06-dated-other-price", "openai/gpt-7-nano-2026-03-17")).toEqual([0.05, 0.4]);
  });

  test("10: prices below 0", () => {
    for (const id of ["openrouter/auto", "openrouter/auto-beta"]) expect(priceOf("10-negative", `openrouter/${id}`)).toEqual([null, null]);
    expect(listingOf("10-negative", "openrouter/zz-new/half-negative")).toMatchObject({
      inputPrice: 1,
      outputPrice: 2,
      cachedInputPrice: null,
    });
  });

  test("11: free by mistake", () => {
    const folder = "11-free-by-mistake";
    expect(priceOf(folder, "openrouter/mistralai/mistral-small-3.2-24b-instruct")).toEqual([0.075, 0.2]);
    expect(priceOf(folder, "openrouter/qwen/qwen3.5-plus-02-15")).toEqual([0.26, 1.56]);
    expect(listingOf(folder, "openrouter/zz-new/image-billed")).toMatchObject({ isFreeListing: false, inputPrice: null });
    expect(listingOf(folder, "openrouter/perplexity/sonar-zz")).toMatchObject({ inputPrice: 1, outputPrice: 1 });
    expect(listingOf(folder, "openrouter/perplexity/sonar-zz")?.priceConditions).toContainEqual({
      kind: "per_request",
      per_1k: 5,
      source: "openrouter",
    });
  });

  test("14: writing to the cache, thinking and audio", () => {
    const figure = (id: string, kind: string) => listingOf("14-tiers", id)?.priceConditions.find((condition) => condition.kind === kind);
    expect(figure("google/gemini-9-pro", "prompt_tokens_above")).toMatchObject({ above: 200_000, cache_write: 5 });
    expect(figure("google/gemini-9-pro", "cache_write_1h")).toMatchObject({ cache_write: 4 });
    expect(figure("google/gemini-9-flash", "thinking_output")).toMatchObject({ output: 3.5 });
    expect(figure("google/gemini-9-flash", "audio_input")).toMatchObject({ input: 1 });
  });
});
