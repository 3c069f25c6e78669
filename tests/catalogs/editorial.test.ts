import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { agentCategories, agents } from "@/lib/catalogs/agents-directory";
import { crawlers } from "@/lib/catalogs/crawlers";
import { embeddingModels } from "@/lib/catalogs/embeddings";
import { bundledGpuOffers, gpuModels, nameGpu } from "@/lib/catalogs/gpu-pricing";
import { harnessBenchmarks, harnesses, harnessScores } from "@/lib/catalogs/harnesses";
import { sourceFinder } from "@/lib/catalogs/catalog-entries";
import { parseCatalog } from "@/lib/catalogs/parse-catalog";
import { multimodalModels } from "@/lib/catalogs/multimodal";
import { findProvider } from "@/lib/catalogs/providers";
import { vectorDatabases } from "@/lib/catalogs/vector-dbs";
import type { VectorDatabase } from "@/lib/schemas/models/vector-database";

const FILES = ["agents-directory", "crawlers", "embeddings", "gpu-pricing", "harnesses", "multimodal", "vector-dbs"];

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, `../../lib/catalogs/${name}.json`), "utf8");

describe("every editorial catalog", () => {
  test("holds at least the promised number of entries", () => {
    expect(embeddingModels.length).toBeGreaterThan(100);
    expect(multimodalModels.length).toBeGreaterThan(140);
    // Services whose starting price no source of ours has are left out. Null would say that they are billed by use
    // only.
    expect(vectorDatabases.length).toBeGreaterThan(25);
    expect(agents.length).toBeGreaterThan(180);
    expect(harnesses.length).toBeGreaterThan(60);
    expect(harnessScores.length).toBeGreaterThan(400);
    expect(bundledGpuOffers.length).toBeGreaterThan(90);
    expect(crawlers.length).toBeGreaterThan(160);
  });

  test.each(FILES)("%s has one entry per line, so that a change is a one-line diff", (name) => {
    const lines = textOf(name).split("\n");
    expect(lines.filter((line) => line.trimStart().startsWith('{"')).length).toBeGreaterThan(25);
    expect(lines.filter((line) => (line.match(/"id": |"name": /g) ?? []).length > 2)).toEqual([]);
  });

  test.each(FILES)("%s uses null, not 0, for an unknown figure", (name) => {
    expect(textOf(name)).not.toMatch(
      /"(price\w*|pricingAmount|mtebAvg|maxInputTokens|dimensions|vramGb|\w+UsdHour|startingPriceUSDMonth)": 0[,}]/,
    );
  });

  test("uses the provider names of the provider table", () => {
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

describe("sources of figures", () => {
  test("gives every price of an embedding model a source and a date", () => {
    const priced = embeddingModels.filter(
      ({ pricePer1MTokens, pricePer1KSearches }) => pricePer1MTokens !== null || pricePer1KSearches !== null,
    );
    expect(priced.length).toBeGreaterThan(40);
    expect(priced.filter(({ price_source_url, price_verified_at }) => !price_source_url || !price_verified_at).map(({ id }) => id)).toEqual(
      [],
    );
  });

  test("gives every MTEB score a variant and a source", () => {
    expect(
      embeddingModels.filter(({ mtebAvg, mtebVariant, mteb_source_url }) => mtebAvg !== null && !(mtebVariant && mteb_source_url)),
    ).toEqual([]);
  });

  test("gives every price of an image, video or speech model a source and an owner", () => {
    expect(
      multimodalModels.filter(({ pricingAmount, priceKind, source_url }) => pricingAmount !== null && !(priceKind && source_url)),
    ).toEqual([]);
    expect(
      multimodalModels
        .filter(({ priceKind, priceHost }) => (priceKind === "host" || priceKind === "reseller") !== (priceHost !== null))
        .map(({ id }) => id),
    ).toEqual([]);
  });

  test("gives every starting price of a vector database a date, or says that the vendor has not confirmed it", () => {
    const priced = vectorDatabases.filter(({ startingPriceUSDMonth }) => startingPriceUSDMonth !== null);
    expect(priced.map(({ id, startingPriceUSDMonth }) => [id, startingPriceUSDMonth])).toEqual([
      ["pinecone", 20],
      ["turbopuffer", 16],
      ["qdrant", 25],
      ["weaviate", 45],
      ["elasticsearch", 95],
      ["mongodb-atlas", 9],
    ]);
    const isExplained = ({ verified_at: day, pricingNote }: VectorDatabase) => day !== null || pricingNote.includes("not confirmed");
    expect(priced.filter((entry) => !isExplained(entry))).toEqual([]);
  });

  test("has no starting price only of vector databases that are billed by use only, or are open source only, and says so", () => {
    const unpriced = vectorDatabases.filter(({ startingPriceUSDMonth }) => startingPriceUSDMonth === null);
    expect(unpriced.filter(({ pricingNote }) => !/^(Usage-based only|Open source only): /.test(pricingNote))).toEqual([]);
    expect(unpriced.filter(({ pricingNote, openSource }) => pricingNote.startsWith("Open source") && !openSource)).toEqual([]);
  });

  test("calls a vector database managed where only a service is listed, oss where only self-hosting is, hybrid where both are", () => {
    const typeOf = new Map(vectorDatabases.map(({ id, type }) => [id, type]));
    expect(["neon", "opensearch", "pgvector", "pgvectorscale", "vectorchord"].filter((id) => typeOf.get(id) !== "hybrid")).toEqual([]);
    for (const { id, type, hostingOptions } of vectorDatabases) {
      const isService = hostingOptions.includes("cloud") || hostingOptions.includes("byoc");
      const isOwn = hostingOptions.includes("self-host") || hostingOptions.includes("embedded");
      expect([id, type]).toEqual([id, isService && isOwn ? "hybrid" : isService ? "managed" : "oss"]);
    }
  });

  test("gives every harness score a source, a kind and a version of its benchmark", () => {
    const versions = new Map(harnessBenchmarks.map(({ id, versions: known }) => [id, known]));
    expect(
      harnessScores.filter(({ source_url, benchmark, version }) => !source_url || !versions.get(benchmark)?.includes(version)),
    ).toEqual([]);
    expect(new Set(harnessScores.map(({ kind }) => kind))).toEqual(new Set(["vendor", "leaderboard"]));
  });

  test("gives every bundled GPU price a date, or marks it as undated", () => {
    expect(bundledGpuOffers.filter(({ asOf, priceKind }) => (asOf === null) !== (priceKind === "undated"))).toEqual([]);
  });

  test("gives every agent a category of the directory and a page that describes it", () => {
    const ids = new Set(agentCategories.map(({ id }) => id));
    expect(agents.filter(({ category, source_url }) => !ids.has(category) || !source_url)).toEqual([]);
  });
});

describe("nameGpu", () => {
  test("recognises the GPU of every bundled offer by its provider's spelling", () => {
    expect(bundledGpuOffers.filter(({ gpu, gpuRaw, vramGb }) => nameGpu(gpuRaw, vramGb) !== gpu).map(({ id }) => id)).toEqual([]);
  });

  test("recognises every GPU by its canonical name", () => {
    expect(gpuModels.filter(({ id }) => nameGpu(id, null) !== id).map(({ id }) => id)).toEqual([]);
  });
});

describe("an invalid catalog", () => {
  const Entry = z.strictObject({ id: z.string(), size: z.int().positive() });

  test("fails with file, entry and field in the message", () => {
    expect(() =>
      parseCatalog(
        "sizes.json",
        Entry,
        [
          { id: "a", size: 1 },
          { id: "b", size: 0 },
        ],
        "id",
      ),
    ).toThrow(/sizes\.json, entry b: size: /);
  });

  test("fails for an undeclared field", () => {
    expect(() => parseCatalog("sizes.json", Entry, [{ id: "a", size: 1, colour: "red" }], "id")).toThrow(/sizes\.json, entry a/);
  });

  test("fails for a duplicate id", () => {
    expect(() =>
      parseCatalog(
        "sizes.json",
        Entry,
        [
          { id: "a", size: 1 },
          { id: "a", size: 2 },
        ],
        "id",
      ),
    ).toThrow("sizes.json, entry a: stands there twice");
  });

  test("fails for an undeclared source", () => {
    const sourceOf = sourceFinder("sizes.json", [{ id: "card", name: "Card", url: null, license: "figures only", readOn: null }]);
    expect(() => sourceOf("hearsay", "a")).toThrow("sizes.json, entry a: source hearsay is not declared");
  });
});
