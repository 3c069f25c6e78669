import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { agentCategories, agents } from "@/lib/catalogs/agents-directory";
import { crawlers } from "@/lib/catalogs/crawlers";
import { embeddingModels } from "@/lib/catalogs/embeddings";
import { bundledGpuOffers, gpuModels, nameGpu } from "@/lib/catalogs/gpu-pricing";
import { harnessBenchmarks, harnesses, harnessScores } from "@/lib/catalogs/harnesses";
import { loadEntries, sourceFinder } from "@/lib/catalogs/catalog-entries";
import { multimodalModels } from "@/lib/catalogs/multimodal";
import { findProvider } from "@/lib/catalogs/providers";
import { vectorDatabases } from "@/lib/catalogs/vector-dbs";

const FILES = ["agents-directory", "crawlers", "embeddings", "gpu-pricing", "harnesses", "multimodal", "vector-dbs"];

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, `../../lib/catalogs/${name}.json`), "utf8");

describe("every editorial catalog", () => {
  it("holds what the service promises to list", () => {
    expect(embeddingModels.length).toBeGreaterThan(100);
    expect(multimodalModels.length).toBeGreaterThan(140);
    expect(vectorDatabases.length).toBeGreaterThan(50);
    expect(agents.length).toBeGreaterThan(180);
    expect(harnesses.length).toBeGreaterThan(60);
    expect(harnessScores.length).toBeGreaterThan(400);
    expect(bundledGpuOffers.length).toBeGreaterThan(90);
    expect(crawlers.length).toBeGreaterThan(160);
  });

  it.each(FILES)("%s stands one entry per line, so that a change is one line", (name) => {
    const lines = textOf(name).split("\n");
    expect(lines.filter((line) => line.trimStart().startsWith('{"')).length).toBeGreaterThan(50);
  });

  it.each(FILES)("%s has no zero where a figure is unknown", (name) => {
    expect(textOf(name)).not.toMatch(
      /"(price\w*|pricingAmount|mtebAvg|maxInputTokens|dimensions|vramGb|\w+UsdHour|startingPriceUSDMonth)": 0[,}]/,
    );
  });

  it("names providers as the provider table does", () => {
    const named = [
      ...embeddingModels.map(({ provider, providerId }) => [provider, providerId]),
      ...multimodalModels.map(({ provider, providerId }) => [provider, providerId]),
      ...vectorDatabases.map(({ vendor, providerId }) => [vendor, providerId]),
      ...harnesses.map(({ vendor, providerId }) => [vendor, providerId]),
      ...agents.flatMap(({ provider, providerId }) => (providerId === null ? [] : [[provider, providerId]])),
    ] as const;
    expect(named.filter(([name, id]) => findProvider(id as string)?.name !== name)).toEqual([]);
  });
});

describe("a figure and its source", () => {
  it("a price of an embedding model says where it was read and when", () => {
    const priced = embeddingModels.filter(
      ({ pricePer1MTokens, pricePer1KSearches }) => pricePer1MTokens !== null || pricePer1KSearches !== null,
    );
    expect(priced.length).toBeGreaterThan(40);
    expect(priced.filter(({ price_source_url, price_verified_at }) => !price_source_url || !price_verified_at).map(({ id }) => id)).toEqual(
      [],
    );
  });

  it("an MTEB score says its variant and its source", () => {
    expect(
      embeddingModels.filter(({ mtebAvg, mtebVariant, mteb_source_url }) => mtebAvg !== null && !(mtebVariant && mteb_source_url)),
    ).toEqual([]);
  });

  it("a price of an image, video or speech model has a source and says whose it is", () => {
    expect(
      multimodalModels.filter(({ pricingAmount, priceKind, source_url }) => pricingAmount !== null && !(priceKind && source_url)),
    ).toEqual([]);
    expect(
      multimodalModels
        .filter(({ priceKind, priceHost }) => (priceKind === "host" || priceKind === "reseller") !== (priceHost !== null))
        .map(({ id }) => id),
    ).toEqual([]);
  });

  it("a starting price of a vector database says when it was read", () => {
    const priced = vectorDatabases.filter(({ startingPriceUSDMonth }) => startingPriceUSDMonth !== null);
    expect(priced.length).toBeGreaterThan(0);
    expect(priced.every(({ verified_at }) => verified_at !== null)).toBe(true);
  });

  it("a harness score has a source and a kind, and a version of its benchmark", () => {
    const versions = new Map(harnessBenchmarks.map(({ id, versions: known }) => [id, known]));
    expect(
      harnessScores.filter(({ source_url, benchmark, version }) => !source_url || !versions.get(benchmark)?.includes(version)),
    ).toEqual([]);
    expect(new Set(harnessScores.map(({ kind }) => kind))).toEqual(new Set(["vendor", "leaderboard"]));
  });

  it("a bundled GPU price carries the day on which it was read, or says that it has none", () => {
    expect(bundledGpuOffers.filter(({ asOf, priceKind }) => (asOf === null) !== (priceKind === "undated"))).toEqual([]);
  });

  it("an agent has a category of the directory and a page that describes it", () => {
    const ids = new Set(agentCategories.map(({ id }) => id));
    expect(agents.filter(({ category, source_url }) => !ids.has(category) || !source_url)).toEqual([]);
  });
});

describe("the GPU names", () => {
  it("know the GPU of every bundled offer by what its provider calls it", () => {
    expect(bundledGpuOffers.filter(({ gpu, gpuRaw, vramGb }) => nameGpu(gpuRaw, vramGb) !== gpu).map(({ id }) => id)).toEqual([]);
  });

  it("know every GPU by its own canonical name", () => {
    expect(gpuModels.filter(({ id }) => nameGpu(id, null) !== id).map(({ id }) => id)).toEqual([]);
  });
});

describe("a faulty catalog", () => {
  const Entry = z.strictObject({ id: z.string(), size: z.int().positive() });

  it("fails with the file, the entry and the field", () => {
    expect(() =>
      loadEntries("sizes.json", Entry, [
        { id: "a", size: 1 },
        { id: "b", size: 0 },
      ]),
    ).toThrow(/sizes\.json, entry b: size: /);
  });

  it("fails for a field nobody declared", () => {
    expect(() => loadEntries("sizes.json", Entry, [{ id: "a", size: 1, colour: "red" }])).toThrow(/sizes\.json, entry a/);
  });

  it("fails for an id that stands there twice", () => {
    expect(() =>
      loadEntries("sizes.json", Entry, [
        { id: "a", size: 1 },
        { id: "a", size: 2 },
      ]),
    ).toThrow("sizes.json, entry a: stands there twice");
  });

  it("fails for a source that it does not declare", () => {
    const sourceOf = sourceFinder("sizes.json", [{ id: "card", name: "Card", url: null, license: "figures only", readOn: null }]);
    expect(() => sourceOf("hearsay", "a")).toThrow("sizes.json, entry a: source hearsay is not declared");
  });
});
