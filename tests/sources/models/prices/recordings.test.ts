import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bundledModels } from "@/lib/catalogs/models";
import { companies, providerNaming } from "@/lib/catalogs/provider-naming";
import { findProvider } from "@/lib/catalogs/providers";
import { announcedEnd } from "@/lib/catalogs/retirements";
import { buildCatalog } from "@/lib/domain/models/build-catalog";
import type { Observation } from "@/lib/domain/models/model-listing";
import { pricingSources, readPrices } from "@/lib/sources/models/prices/read-prices";
import { hasShared, sharedFolder } from "../../../support/shared";
import { lacksShared } from "../../../support/lacks";

const folder = join(sharedFolder, "recordings/models");
const documents = hasShared ? readdirSync(folder).filter((name) => /\.json(\.gz)?$/.test(name)) : [];
const bytesOf = (name: string): Uint8Array => readFileSync(join(folder, name));

/** Expected result of each document; only the reader of its own source may accept it. */
const expected: Record<string, { source: string; listings: number; unpriced: number }> = {
  "modelsdev-api.derived-8-providers.json": { source: "models.dev", listings: 154, unpriced: 13 },
  "litellm-model_prices_and_context_window.json.gz": { source: "litellm", listings: 1310, unpriced: 134 },
  "litellm-subset-model-price-repo.json": { source: "litellm", listings: 191, unpriced: 1 },
  "openrouter-api-v1-models.json.gz": { source: "openrouter", listings: 356, unpriced: 5 },
  "openrouter-api-v1-models.subset.json": { source: "openrouter", listings: 226, unpriced: 5 },
  "cloudflare-ai-gateway-models.json": { source: "none of ours", listings: 0, unpriced: 0 },
};

describe.skipIf(lacksShared())("recorded price documents", () => {
  test("are all in the table of expectations", () => {
    expect(documents.toSorted()).toEqual(Object.keys(expected).sort());
  });

  test.each(documents.flatMap((name) => pricingSources.map((source) => [name, source.name] as const)))(
    "%s read as %s gives its listings or a fault",
    (name, source) => {
      const read = () => readPrices({ source, bytes: bytesOf(name), contentType: "application/json" }, providerNaming);
      const expectation = expected[name];
      if (expectation?.source !== source) return expect(read).toThrow(expect.objectContaining({ fault: "not_expected" }));
      const { facts } = read();
      expect([facts.length, facts.filter((entry) => entry.inputPrice === null).length]).toEqual([
        expectation.listings,
        expectation.unpriced,
      ]);
      expect(facts.filter((entry) => findProvider(entry.providerId) === null)).toEqual([]);
    },
  );

  test("merge with the bundled catalog into a larger one with a source for every price", () => {
    const live = documents
      .filter((name) => !/subset|cloudflare/.test(name))
      .flatMap((name): Observation[] => {
        const source = expected[name]?.source as "models.dev";
        const { facts: listed } = readPrices({ source, bytes: bytesOf(name), contentType: null }, providerNaming);
        return listed.map((facts) => ({ source, facts, quoted: [], isCrossCheck: false }));
      });
    const now = new Date("2026-11-21T00:00:00Z");
    const merged = buildCatalog([...bundledModels.observations, ...live], companies, {
      readAt: { "models.dev": now, litellm: now, openrouter: now },
      announcedEnd,
    });
    const before = buildCatalog(bundledModels.observations, companies, { readAt: {}, announcedEnd });
    expect(merged.length).toBeGreaterThan(before.length);
    expect(merged.filter((listing) => listing.inputPrice !== null && listing.priceReadings[0]?.source === undefined)).toEqual([]);
    expect(merged.filter((listing) => listing.capturedFrom === "models.dev").length).toBeGreaterThan(130);
    expect(merged.filter((listing) => listing.hasPriceConflict).length).toBeGreaterThan(50);
  });

  test("are gzip when their name says so", () => {
    for (const name of documents.filter((entry) => entry.endsWith(".gz"))) expect(() => gunzipSync(bytesOf(name))).not.toThrow();
  });
});
