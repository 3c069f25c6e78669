import { describe, expect, test } from "vitest";
import { bundledScores } from "@/lib/catalogs/benchmarks";
import { bundledModels } from "@/lib/catalogs/models";
import { priceSources } from "@/lib/catalogs/price-sources";
import { companies } from "@/lib/catalogs/provider-naming";
import { findProvider, resolveProvider } from "@/lib/catalogs/providers";
import { scoreSources } from "@/lib/catalogs/score-sources";
import { announcedEnd, bundledRetirements } from "@/lib/catalogs/retirements";
import { buildCatalog } from "@/lib/domain/models/build-catalog";
import { isPriced } from "@/lib/domain/models/model-filters";
import { askedResolver } from "@/lib/domain/models/names/asked-resolver";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import { MODEL_CAPABILITIES } from "@/lib/schemas/models/model";
import { resolveExactIds } from "../support/models/recorded-names";

const listings = buildCatalog(bundledModels.observations, companies, { readAt: {}, announcedEnd });
const makers = listings.filter((listing) => listing.isMakersListing);

describe("the bundled catalog of models", () => {
  test.each([
    ["openai", "o4-mini", "2026-10-23"],
    ["openai", "o4-mini-2025-04-16", "2026-10-23"],
    ["groq", "llama-3.3-70b-versatile", "2026-08-16"],
    ["azure", "o4-mini", "2026-10-16"],
  ])("knows from the page of %s that it ends %s on %s", (host, model, day) => {
    const listing = listings.find(({ providerId, modelId }) => providerId === host && modelId === model);
    expect(listing?.deprecationDate).toBe(day);
  });

  test("ends no model on a day until which its host only promises to answer", () => {
    const promised = new Set(bundledRetirements.filter(({ precision }) => precision === "earliest").map(({ id }) => id));
    const ended = listings.filter(({ providerId, modelId }) => promised.has(`${providerId}/${modelId}`));
    expect(ended.length).toBeGreaterThan(0);
    const precisions = ended.map(({ providerId, modelId }) => announcedEnd(providerId, modelId)?.precision);
    const days = ended.flatMap((listing, index) => (precisions[index] === "earliest" ? (listing.deprecationDate ?? []) : []));
    expect(days).toEqual([]);
  });

  test("has more than 400 priced models of more than 20 makers", () => {
    const priced = makers.filter(isPriced);
    expect(priced.length).toBeGreaterThan(400);
    expect(new Set(priced.map((listing) => listing.providerId)).size).toBeGreaterThan(20);
  });

  test("has more than 1,400 listings of hosts, clouds and aggregators", () => {
    expect(listings.length - makers.length).toBeGreaterThan(1400);
  });

  test("gives every price a source and a date", () => {
    const keys = new Set(priceSources.map((source) => source.key));
    const bad = listings.filter(
      (listing) => listing.inputPrice !== null && !(keys.has(listing.priceSource ?? "") && /^\d{4}-\d{2}/.test(listing.verifiedAt ?? "")),
    );
    expect(bad.map((listing) => listing.modelId)).toEqual([]);
  });

  test("has both prices or none, and marks every 0/0 listing as free", () => {
    expect(listings.filter((listing) => (listing.inputPrice === null) !== (listing.outputPrice === null))).toEqual([]);
    expect(listings.filter((listing) => listing.isFreeListing !== (listing.inputPrice === 0 && listing.outputPrice === 0))).toEqual([]);
  });

  test("uses only declared providers, makers and capabilities", () => {
    const declared = new Set<string>(MODEL_CAPABILITIES);
    expect(
      listings.filter((listing) => !findProvider(listing.providerId) || (listing.makerId !== null && !findProvider(listing.makerId))),
    ).toEqual([]);
    expect([...new Set(listings.flatMap((listing) => listing.capabilities))].filter((name) => !declared.has(name))).toEqual([]);
  });

  test("has only names that the sanitizer does not change", () => {
    expect(listings.filter((listing) => sanitizeLabel(listing.name) !== listing.name).map((listing) => listing.name)).toEqual([]);
  });

  test("finds every maker's listing by its bare id, every listing by provider and id, and by the id that it alone has", () => {
    const resolve = askedResolver(listings, { providerIdOf: (key) => resolveProvider(key).provider?.id ?? null });
    expect(
      makers.filter((listing) => resolve(listing.modelId).model !== listing).map((listing) => `${listing.providerId}/${listing.modelId}`),
    ).toEqual([]);
    expect(
      listings.filter((listing) => resolve(`${listing.providerId}/${listing.modelId}`).model !== listing).map((listing) => listing.modelId),
    ).toEqual([]);
    expect(resolveExactIds(listings).filter(({ outcome }) => outcome !== "right")).toEqual([]);
  });
});

describe("the bundled catalog of scores", () => {
  test("gives every score a declared source, a kind, a task set and a maker of the provider table", () => {
    const keys = new Set(scoreSources.map((source) => source.key));
    expect(bundledScores.observations.length).toBeGreaterThan(1500);
    expect(
      bundledScores.observations.filter((score) => !keys.has(score.source) || score.variant === "" || !findProvider(score.makerId ?? "")),
    ).toEqual([]);
  });
});
