import { aStatement } from "../../support/models/retirement-documents";
import { describe, expect, test } from "vitest";
import { buildCatalog } from "@/lib/domain/models/build-catalog";
import { hasShrunk } from "@/lib/domain/freshness/source-reading";
import { compareListings, isPriced, matchesFilters } from "@/lib/domain/models/model-filters";
import { blendedPrice } from "@/lib/domain/models/model-listing";
import { makerByName } from "@/lib/domain/models/model-maker";
import { tierOf } from "@/lib/domain/models/model-tier";
import { renamedListings } from "@/lib/domain/models/renamed-listings";
import { aListing, anObservation } from "../../support/models/model-facts";

const companies = new Map(
  [
    { id: "openai", company: "openai", kind: "lab" },
    { id: "moonshotai", company: "moonshotai", kind: "lab" },
    { id: "moonshotai-cn", company: "moonshotai", kind: "lab" },
    { id: "google", company: "google", kind: "lab" },
    { id: "google-vertex", company: "google", kind: "cloud" },
    { id: "groq", company: "groq", kind: "host" },
    { id: "openrouter", company: "openrouter", kind: "aggregator" },
    { id: "sambanova", company: "sambanova", kind: "host" },
  ].map((entry) => [entry.id, entry]),
);
const build = (...observations: ReturnType<typeof anObservation>[]) =>
  buildCatalog(observations, companies, { readAt: {}, announcedEnd: () => null });
const makers = (listings: ReturnType<typeof build>) =>
  listings.filter((listing) => listing.isMakersListing).map((listing) => `${listing.providerId}/${listing.modelId}`);

describe("the maker's own listing", () => {
  test("is that of its own API before a second API and before its cloud", () => {
    const listings = build(
      anObservation("models.dev", { providerId: "moonshotai-cn", modelId: "kimi-k2", makerId: "moonshotai" }),
      anObservation("models.dev", { providerId: "moonshotai", modelId: "kimi-k2", makerId: "moonshotai" }),
      anObservation("models.dev", { providerId: "google-vertex", modelId: "gemini-2.5-pro", makerId: "google" }),
      anObservation("models.dev", { providerId: "google", modelId: "gemini-2.5-pro", makerId: "google" }),
      anObservation("models.dev", { providerId: "google-vertex", modelId: "gemma-cloud-only", makerId: "google" }),
      anObservation("models.dev", { providerId: "groq", modelId: "kimi-k2", makerId: "moonshotai" }),
      anObservation("models.dev", { providerId: "groq", modelId: "compound", makerId: "groq" }),
      anObservation("models.dev", { providerId: "groq", modelId: "unknown-maker", makerId: null }),
    );
    expect(makers(listings).sort()).toEqual([
      "google-vertex/gemma-cloud-only",
      "google/gemini-2.5-pro",
      "groq/compound",
      "moonshotai/kimi-k2",
    ]);
  });
});

describe("the day on which a listing ends", () => {
  test("is the host's own where its page says one, and the later of two", () => {
    const observations = [
      anObservation("bundled", { providerId: "openai", modelId: "o4-mini" }),
      anObservation("bundled", { providerId: "openai", modelId: "o3", deprecationDate: "2027-03" }),
    ];
    const announcedEnd = (host: string, model: string) => aStatement({ host, model, retiresOn: "2026-10-23", standing: "bundled" });
    const ends = buildCatalog(observations, companies, { readAt: {}, announcedEnd }).map(({ modelId, deprecationDate }) => [
      modelId,
      deprecationDate,
    ]);
    expect(ends).toEqual(
      expect.arrayContaining([
        ["o4-mini", "2026-10-23"],
        ["o3", "2027-03"],
      ]),
    );
  });

  const claude = (modelId: string, deprecationDate: string | null = null) =>
    anObservation("models.dev", {
      providerId: "anthropic",
      makerId: "anthropic",
      modelId,
      name: "Claude Opus 4",
      released: "2025-05-22",
      deprecationDate,
    });
  const ends = (...observations: ReturnType<typeof anObservation>[]) =>
    Object.fromEntries(build(...observations).map(({ modelId, deprecationDate }) => [modelId, deprecationDate]));

  test("is that of the snapshot for the undated id that stands for it, and for another spelling of it", () => {
    expect(ends(claude("claude-opus-4-20250514", "2026-05-14"), claude("claude-opus-4-0"), claude("claude-4-opus-20250514"))).toEqual({
      "claude-opus-4-20250514": "2026-05-14",
      "claude-opus-4-0": "2026-05-14",
      "claude-4-opus-20250514": "2026-05-14",
    });
  });

  test("is not that of a snapshot of another day", () => {
    expect(ends(claude("claude-opus-4-20250801", "2026-05-14"), claude("claude-opus-4-20250514"), claude("claude-opus-4-0"))).toEqual({
      "claude-opus-4-20250801": "2026-05-14",
      "claude-opus-4-20250514": null,
      "claude-opus-4-0": null,
    });
  });
});

describe("the readings that enter the catalog", () => {
  test("lets LiteLLM add listings only where no other source knows the provider", () => {
    const listings = build(
      anObservation("models.dev", { providerId: "openai", modelId: "gpt-4o", makerId: "openai" }),
      anObservation("litellm", { providerId: "openai", modelId: "gpt-4o-retired", makerId: "openai" }),
      anObservation("litellm", { providerId: "sambanova", modelId: "llama", makerId: "meta" }),
      anObservation("litellm", { providerId: "sambanova", modelId: "unpriced", inputPrice: null, outputPrice: null }),
    );
    expect(listings.map((listing) => listing.modelId).sort()).toEqual(["gpt-4o", "llama"]);
  });

  test("checks a maker's price against OpenRouter's, except for open weights and free variants", () => {
    const own = anObservation("models.dev", { providerId: "openai", modelId: "gpt-4.1", makerId: "openai", inputPrice: 2, outputPrice: 8 });
    const sold = (over: object) =>
      anObservation("openrouter", {
        providerId: "openrouter",
        modelId: "openai/gpt-4.1",
        makerId: "openai",
        inputPrice: 3,
        outputPrice: 8,
        ...over,
      });
    const conflictWith = (over: object) => build(own, sold(over)).find((listing) => listing.providerId === "openai")?.hasPriceConflict;
    expect(conflictWith({})).toBe(true);
    expect(conflictWith({ isOpenWeights: true })).toBe(false);
    expect(conflictWith({ modelId: "openai/gpt-4.1:free", inputPrice: 0, outputPrice: 0 })).toBe(false);
    expect(conflictWith({ makerId: "google" })).toBe(false);
  });
});

describe("small rules", () => {
  test.each([
    [null, 0, false],
    [0, 5, false],
    [100, 80, false],
    [100, 79, true],
    [100, 0, true],
    [2, 1, false],
    [3, 1, true],
    [100, 400, false],
  ])("a reading of %s and then %d has shrunk: %s", (before, now, expected) => {
    expect(hasShrunk(before, now)).toBe(expected);
  });

  test.each([
    ["claude-opus-5", "anthropic"],
    ["openai/gpt-oss-120b", "openai"],
    ["nvidia/llama-3.1-nemotron-ultra", "nvidia"],
    ["deepseek-ai/DeepSeek-R1-Distill-Llama-70B", "deepseek"],
    ["us.anthropic.claude-sonnet-4", "anthropic"],
    ["@cf/meta/llama-3.1-8b", "meta"],
    ["zai-org/GLM-5", "zai"],
    ["o3-mini", "openai"],
    ["orca-2", null],
    ["glimmer", null],
    ["something-new", null],
  ])("recognizes %s as a model of %s", (modelId, maker) => {
    expect(makerByName(modelId)).toBe(maker);
  });

  test.each([
    ["gpt-5-mini", 0.2, 2, "budget"],
    ["gemini-2.5-flash-lite", 0.1, 0.4, "budget"],
    ["claude-opus-5", 4, 20, "flagship"],
    ["claude-sonnet-5", 3, 15, "mid"],
    ["new-name", 10, 30, "flagship"],
    ["new-name", 0.5, 1.5, "mid"],
    ["new-name", 0.1, 0.2, "budget"],
    ["new-name", null, null, null],
  ])("puts %s at %s/%s into tier %s", (modelId, input, output, tier) => {
    expect(tierOf(modelId, input, output)).toBe(tier);
  });

  test("detects a changed id when one listing disappears and one of the same name appears", () => {
    const modelName = (modelId: string, name: string) => ({ providerId: "acme", modelId, name, isMakersListing: true });
    expect(
      renamedListings(
        [modelName("acme-1-preview", "Acme 1"), modelName("stays", "Stays")],
        [modelName("acme-1", "acme 1"), modelName("stays", "Stays")],
      ),
    ).toEqual([{ alias: "acme-1-preview", providerId: "acme", modelId: "acme-1" }]);
    expect(renamedListings([modelName("a", "Same"), modelName("b", "Same")], [modelName("c", "Same")])).toEqual([]);
    expect(renamedListings([modelName("a", "One")], [modelName("c", "Other")])).toEqual([]);
  });
});

describe("filters", () => {
  const listing = aListing({
    inputPrice: 1,
    outputPrice: 3,
    contextWindow: 200_000,
    capabilities: ["text", "vision"],
    isOpenWeights: true,
  });

  test("blended prices have no float noise, neither shown nor compared", () => {
    expect(blendedPrice(0.2, 0.4)).toBe(0.3);
    expect(matchesFilters(aListing({ inputPrice: 0.2, outputPrice: 0.4 }), { max_price: 0.3 })).toBe(true);
  });

  test("compare their own field, bounds included", () => {
    expect(matchesFilters(listing, {})).toBe(true);
    expect(
      matchesFilters(listing, {
        max_input_price: 1,
        max_output_price: 3,
        max_price: 2,
        min_context: 200_000,
        capability: "vision",
        open_weights: true,
        tier: "mid",
      }),
    ).toBe(true);
    for (const filters of [
      { max_input_price: 0.99 },
      { max_output_price: 2.99 },
      { max_price: 1.99 },
      { min_context: 200_001 },
      { capability: "code" },
      { tier: "budget" },
    ]) {
      expect(matchesFilters(listing, filters)).toBe(false);
    }
  });

  test("never pass an unknown value under a limit", () => {
    const unknown = aListing({ inputPrice: null, outputPrice: null, contextWindow: null, isOpenWeights: null });
    for (const filters of [{ max_input_price: 99 }, { max_price: 99 }, { min_context: 1 }, { open_weights: true }]) {
      expect(matchesFilters(unknown, filters)).toBe(false);
    }
    expect(matchesFilters(unknown, { open_weights: false })).toBe(true);
  });

  test("call a listing priced only when price, window and tier are known", () => {
    expect(isPriced(listing)).toBe(true);
    for (const over of [{ inputPrice: null }, { outputPrice: null }, { contextWindow: null }, { tier: null }]) {
      expect(isPriced(aListing(over))).toBe(false);
    }
    expect(isPriced(aListing({ inputPrice: 0, outputPrice: 0 }))).toBe(true);
  });

  test("sort flagships first, then the newest, then by name", () => {
    const list = [
      aListing({ name: "b", tier: "mid", released: "2026-01" }),
      aListing({ name: "a", tier: "mid", released: "2026-01" }),
      aListing({ name: "c", tier: "mid", released: "2026-05" }),
      aListing({ name: "d", tier: "flagship" }),
      aListing({ name: "e", tier: null }),
    ];
    expect(list.sort(compareListings).map((entry) => entry.name)).toEqual(["d", "c", "a", "b", "e"]);
  });
});
