import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/domain/models/model-entry";
import type { PricedListing } from "@/lib/domain/models/model-filters";
import type { ModelListing, Observation } from "@/lib/domain/models/model-listing";
import { pricingNoteOf } from "@/lib/domain/models/prices/pricing-note";
import { anObservation } from "../../../support/models/model-facts";
import { catalogOf, liteLlmDocument, modelsDevDocument, openRouterDocument } from "../../../support/models/price-documents";

const priceOf = (listing: ModelListing | undefined) => [listing?.inputPrice, listing?.outputPrice];
const reasonsOf = (listing: ModelListing | undefined) => listing?.readingsSetAside.map(({ source, reason }) => [source, reason]);

const quoting = (providerId: string, modelId: string, input: number, output: number, source = "models.dev"): Observation =>
  anObservation("bundled", { providerId, modelId, makerId: null, inputPrice: input, outputPrice: output }, [
    { source, inputPrice: input, outputPrice: output, verifiedAt: "2026-07-02" },
  ]);

describe("a price in another unit", () => {
  const slipped = liteLlmDocument("wandb", {
    "wandb/lab/known-9b": { input_cost_per_token: 0.2, output_cost_per_token: 0.8 },
    "wandb/lab/tenth-9b": { input_cost_per_token: 2e-6, output_cost_per_token: 8e-7 },
  });

  test("replaces nothing: the earlier one stays, as old as it is, and the listing says that sources differ", () => {
    const bundled = [quoting("wandb", "lab/known-9b", 0.2, 0.8), quoting("wandb", "lab/tenth-9b", 0.2, 0.8)];
    const catalog = catalogOf({ litellm: slipped }, bundled);
    for (const id of ["wandb/lab/known-9b", "wandb/lab/tenth-9b"]) {
      const listing = catalog.get(id);
      expect([id, ...priceOf(listing), listing?.hasPriceConflict]).toEqual([id, 0.2, 0.8, true]);
      expect(reasonsOf(listing)).toEqual([["litellm", "unit_suspect"]]);
    }
  });

  test("is no price where it is the only one, and its figures are kept with the reason", () => {
    const catalog = catalogOf(
      {
        "models.dev": modelsDevDocument("baseten", {
          "lab/per-token": { cost: { input: 2e-7, output: 8e-7 } },
          "lab/per-billion": { cost: { input: 500, output: 2000 } },
          "lab/dearest": { cost: { input: 1999, output: 0.001 } },
        }),
        openrouter: openRouterDocument({ "lab/per-thousand": { prompt: "0.02", completion: "0.04" } }),
        litellm: liteLlmDocument("sambanova", { "sambanova/per-thousand": { input_cost_per_token: 0.02, output_cost_per_token: 0.04 } }),
      },
      [],
    );
    for (const id of ["baseten/lab/per-token", "baseten/lab/per-billion", "openrouter/lab/per-thousand", "sambanova/per-thousand"]) {
      const listing = catalog.get(id);
      expect([id, ...priceOf(listing), listing?.readingsSetAside[0]?.reason]).toEqual([id, null, null, "unit_suspect"]);
    }
    expect(catalog.get("openrouter/lab/per-thousand")?.readingsSetAside).toEqual([
      expect.objectContaining({ source: "openrouter", input: 20_000, output: 40_000 }),
    ]);
    expect(priceOf(catalog.get("baseten/lab/dearest"))).toEqual([1999, 0.001]);
  });

  test("does not stand against two live sources that agree within a fifth", () => {
    const texts = {
      "models.dev": modelsDevDocument("deepinfra", { "lab/cut": { cost: { input: 0.1, output: 0.4 } } }),
      litellm: liteLlmDocument("deepinfra", { "deepinfra/lab/cut": { input_cost_per_token: 1.2e-7, output_cost_per_token: 4e-7 } }),
    };
    const listing = catalogOf(texts, [quoting("deepinfra", "lab/cut", 2, 8, "portkey")]).get("deepinfra/lab/cut");
    expect([...priceOf(listing), listing?.hasPriceConflict]).toEqual([0.1, 0.4, true]);
    expect(reasonsOf(listing)).toEqual([["portkey", "unit_suspect"]]);
  });

  test("of cached input alone leaves the other prices, and a change of price below ten times is one", () => {
    const document = modelsDevDocument("openai", { "gpt-cached": { cost: { input: 1, output: 4, cache_read: 1e-7 } } });
    const listing = catalogOf({ "models.dev": document }, [quoting("openai", "gpt-cached", 9, 36)]).get("openai/gpt-cached");
    expect([...priceOf(listing), listing?.cachedInputPrice, listing?.hasPriceConflict]).toEqual([1, 4, null, false]);
    expect(listing?.readingsSetAside).toEqual([expect.objectContaining({ kind: "cached_input", reason: "unit_suspect" })]);
  });
});

describe("a price below 0", () => {
  test("is unknown, and takes only its own kind of price away", () => {
    const catalog = catalogOf(
      {
        openrouter: openRouterDocument({
          "lab/router": { prompt: "-1", completion: "-1" },
          "lab/half": { prompt: "0.000003", completion: "0.000009", input_cache_read: "-1" },
        }),
        "models.dev": modelsDevDocument("openrouter", { "lab/router": { cost: { input: -1_000_000, output: -1_000_000 } } }),
      },
      [],
    );
    const router = catalog.get("openrouter/lab/router");
    expect([...priceOf(router), router?.isFreeListing, router?.billing]).toEqual([null, null, false, "route"]);
    const half = catalog.get("openrouter/lab/half");
    expect([...priceOf(half), half?.cachedInputPrice]).toEqual([3, 9, null]);
  });
});

describe("a price of 0", () => {
  test("at OpenRouter is what its own list says, whatever another list has", () => {
    const own = { "lab/paid": { prompt: "0.0000001", completion: "0.0000003" }, "lab/paid:free": { prompt: "0", completion: "0" } };
    const catalog = catalogOf(
      {
        openrouter: openRouterDocument(own),
        "models.dev": modelsDevDocument("openrouter", {
          "lab/paid": { cost: { input: 0, output: 0 } },
          "lab/paid:free": { cost: { input: 0, output: 0 } },
        }),
      },
      [],
    );
    const paid = catalog.get("openrouter/lab/paid");
    expect([...priceOf(paid), paid?.priceSource, paid?.isFreeListing, paid?.hasPriceConflict]).toEqual([
      0.1,
      0.3,
      "openrouter",
      false,
      true,
    ]);
    expect(reasonsOf(paid)).toEqual([["models.dev", "zero_beside_price"]]);
    expect(catalog.get("openrouter/lab/paid:free")).toMatchObject({ inputPrice: 0, outputPrice: 0, isFreeListing: true });
  });

  test("is not free of charge where requests or pictures are charged, and has what they cost", () => {
    const pricing = { prompt: "0", completion: "0", request: "0.004", image: "0.03" };
    const listing = catalogOf({ openrouter: openRouterDocument({ "lab/by-piece": pricing }) }, []).get("openrouter/lab/by-piece");
    expect([...priceOf(listing), listing?.isFreeListing, listing?.billing]).toEqual([null, null, false, "request"]);
    expect(listing?.priceConditions).toEqual([
      { kind: "image_input", per_1k: 30, source: "openrouter" },
      { kind: "per_request", per_1k: 4, source: "openrouter" },
    ]);
  });

  test("that only another list states is unknown, and a price of the last thirty days goes before it", () => {
    const zeros = modelsDevDocument("deepinfra", {
      "lab/nobody-else": { cost: { input: 0, output: 0 } },
      "lab/priced": { cost: { input: 0, output: 0 } },
    });
    const litellm = liteLlmDocument("deepinfra", { "deepinfra/lab/priced": { input_cost_per_token: 1e-7, output_cost_per_token: 2e-7 } });
    const catalog = catalogOf({ "models.dev": zeros, litellm }, []);
    const [alone, priced] = [catalog.get("deepinfra/lab/nobody-else"), catalog.get("deepinfra/lab/priced")];
    expect([...priceOf(alone), reasonsOf(alone)]).toEqual([null, null, [["models.dev", "zero_unconfirmed"]]]);
    expect([...priceOf(priced), priced?.hasPriceConflict]).toEqual([0.1, 0.2, true]);
  });

  test("of a seat is no price: the listing has none, and says how it is sold", () => {
    const seats = modelsDevDocument("github-copilot", { "gpt-seat": { cost: { input: 0, output: 0 } } });
    const listing = catalogOf({ "models.dev": seats }, []).get("github-copilot/gpt-seat");
    expect([...priceOf(listing), listing?.isFreeListing]).toEqual([null, null, false]);
    expect(listing && pricingNoteOf(listing)).toMatch(/^Sold by seat or plan/);
  });
});

describe("what belongs to a price", () => {
  const flagship = (over: object): Observation => {
    const bundled = quoting("openai", "gpt-flag", 2, 8);
    return { ...bundled, facts: { ...bundled.facts, ...over } };
  };
  const live = (input: number) =>
    liteLlmDocument("openai", { "gpt-flag": { input_cost_per_token: input / 1e6, output_cost_per_token: 8e-6 } });
  const listingAt = (input: number) =>
    catalogOf({ litellm: live(input) }, [flagship({ cachedInputPrice: 0.2, note: "a promotion" })]).get("openai/gpt-flag");

  test("stays where a newer reading of the same price lacks it, and goes with another price", () => {
    expect(listingAt(2)).toMatchObject({ inputPrice: 2, cachedInputPrice: 0.2, note: "a promotion" });
    expect(listingAt(3)).toMatchObject({ inputPrice: 3, cachedInputPrice: null, note: null });
  });
});

describe("a dated id", () => {
  const own = modelsDevDocument("openai", { "gpt-8o": { cost: { input: 2, output: 8 } } });
  const dated = liteLlmDocument("openai", {
    "gpt-8o": { input_cost_per_token: 2e-6, output_cost_per_token: 8e-6 },
    "gpt-8o-2026-02-14": { input_cost_per_token: 4e-6, output_cost_per_token: 1.2e-5 },
    "gpt-8o-0814": { input_cost_per_token: 3e-6, output_cost_per_token: 8e-6 },
    "gpt-8o-2026-09-01": { input_cost_per_token: 2e-6, output_cost_per_token: 8e-6 },
    "ft:gpt-8o-2026-02-14": { input_cost_per_token: 5e-6, output_cost_per_token: 2e-5 },
    "gpt-8o-tiny-2026-02-14": { input_cost_per_token: 4e-6, output_cost_per_token: 1.2e-5 },
  });

  test("that costs something else than the undated one is a listing of its own; others are not", () => {
    const catalog = catalogOf({ "models.dev": own, litellm: dated }, []);
    expect([...catalog].map(([id, listing]) => [id, ...priceOf(listing)])).toEqual([
      ["openai/gpt-8o", 2, 8],
      ["openai/gpt-8o-2026-02-14", 4, 12],
      ["openai/gpt-8o-0814", 3, 8],
    ]);
  });
});

describe("prices of hours", () => {
  const provenance = { readAt: new Map(), bundledOn: "2026-11-18", today: "2026-11-27", urlOf: () => null };
  const night = liteLlmDocument("deepseek", {
    "deepseek/deepseek-v9": {
      input_cost_per_token: 1e-6,
      output_cost_per_token: 4e-6,
      cache_read_input_token_cost: 2e-8,
      off_peak_pricing: {
        hours_utc: ["16:30-00:30"],
        input_cost_per_token: 5e-7,
        output_cost_per_token: 2e-6,
        cache_read_input_token_cost: 1e-8,
      },
    },
  });

  test("are no other opinion: the listing says which hours its price is of", () => {
    const day = modelsDevDocument("deepseek", { "deepseek-v9": { cost: { input: 0.5, output: 2 } } });
    const listing = catalogOf({ "models.dev": day, litellm: night }, []).get("deepseek/deepseek-v9");
    expect([...priceOf(listing), listing?.cachedInputPrice, listing?.hasPriceConflict]).toEqual([0.5, 2, 0.01, false]);
    expect(modelEntry(listing as PricedListing, provenance)).toMatchObject({
      pricingNote: "The price is that of off-peak hours (16:30-00:30 UTC); in peak hours (00:30-16:30 UTC) it is 1/4 USD per 1M tokens.",
      priceConditions: [
        { kind: "time_band", value: "off_peak", band: { zone: "UTC", hours: ["16:30-00:30"] }, input: 0.5, output: 2, cached_input: 0.01 },
        { kind: "time_band", value: "peak", band: { zone: "UTC", hours: ["00:30-16:30"] }, input: 1, output: 4, cached_input: 0.02 },
      ],
    });
  });

  test("of DeepSeek come with the release, on weekdays of Beijing alone", () => {
    const bands = catalogOf({}).get("deepseek/deepseek-v4-pro")?.priceConditions;
    expect(bands).toEqual([
      expect.objectContaining({ value: "peak", input: 1.32, output: 3.96, cached_input: 0.044 }),
      expect.objectContaining({ value: "off_peak", input: 0.66, output: 1.98, cached_input: 0.022 }),
    ]);
    expect(bands?.[0]?.band).toMatchObject({ zone: "Asia/Shanghai", weekdays: ["mon", "tue", "wed", "thu", "fri"] });
  });
});
