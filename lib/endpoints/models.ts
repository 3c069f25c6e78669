import { z } from "zod";
import { sellerParam } from "@/lib/catalogs/models";
import { pricesAsOf, priceSources } from "@/lib/catalogs/price-sources";
import { findProvider } from "@/lib/catalogs/providers";
import { utcDay } from "@/lib/domain/basics/date-range";
import { capturedAtOf, groupByProvider, setAsideOf, type ProviderGroup, type Provenance } from "@/lib/domain/models/model-entry";
import { matchesFilters } from "@/lib/domain/models/model-filters";
import type { ModelListing, ReadingSource } from "@/lib/domain/models/model-listing";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { allListings, listingsOf, makersListings } from "@/lib/loaders/models/all-listings";
import { modelEntries, priceSourceStates, provenanceOf } from "@/lib/loaders/models/model-entries";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { MODEL_CAPABILITIES, ModelProvider, ModelTierName, PriceSource } from "@/lib/schemas/models/model";
import { booleanParam, integerParam, listParam, numberParam, UNKNOWN_NAME } from "@/lib/schemas/params";

const PRICING_NOTES = {
  unit: "per 1M tokens",
  currency: "USD",
  openSourceNote: "openSource means that the weights can be downloaded; a price is what the provider of the listing charges to run them.",
  disclaimer:
    "List prices as their sources give them, without discounts, taxes or batch rates. Check the provider's page before you rely on one.",
};

const CSV_COLUMNS = [
  "provider",
  "id",
  "name",
  "maker",
  "inputPrice",
  "outputPrice",
  "blendedPrice",
  "cachedInputPrice",
  "contextWindow",
  "maxInputTokens",
  "maxOutputTokens",
  "tier",
  "released",
  "capabilities",
  "openSource",
  "freeListing",
  "status",
  "deprecationDate",
  "source",
  "source_url",
  "verified_at",
  "priceConflict",
] as const;

const INCLUDED = ["hosts", "sources"] as const;

type Entries = Awaited<ReturnType<typeof modelEntries>>;

/** Entries that name what is not believed of them, which few listings have. */
function withSetAside(entries: Entries, provenance: Provenance): Entries {
  const more = (listing: ModelListing) =>
    listing.readingsSetAside.length > 0 ? { readings_set_aside: setAsideOf(listing, provenance) } : null;
  const joined = <Entry extends object>(entry: Entry, added: object | null): Entry => (added ? { ...entry, ...added } : entry);
  return {
    priced: (listing) => joined(entries.priced(listing), more(listing)),
    unpriced: (listing) => joined(entries.unpriced(listing), more(listing)),
  };
}

function toProvider({ providerId, priced, unpriced }: ProviderGroup, entries: Entries): ModelProvider {
  const provider = findProvider(providerId);
  return {
    id: providerId,
    name: provider?.name ?? providerId,
    url: provider?.url ?? null,
    models: priced.map(entries.priced),
    unpriced: unpriced.map(entries.unpriced),
  };
}

/**
 * The capture times that decide an answer's age. Bundled rows count only when there are no live ones: each carries its own
 * `verified_at`, and one of them would make an answer of live rows as old as the release.
 */
function capturesOf(listings: readonly ModelListing[], provenance: Provenance): (Date | null)[] {
  const live = listings.filter(({ capturedFrom }) => capturedFrom !== "bundled");
  return (live.length > 0 ? live : listings).map((listing) => capturedAtOf(listing, provenance));
}

const byName = (left: { name: string }, right: { name: string }): number => left.name.localeCompare(right.name, "en");

export const models = defineEndpoint({
  method: "GET",
  path: "/api/models",
  tag: "Models",
  summary: "Models and what they cost: prices of their makers, and on request of hosts and clouds",
  description:
    "A model is known by provider and id. By default makers' own listings; `include=hosts` adds the others, `provider` finds any. " +
    "`models[]` always has prices and a context window; what lacks one stands in `unpriced[]`. Every price names its source and the day it was seen there. A retired model stays here, with its `status`; routing, rankings and cheapest prices leave it out.",
  access: free(),
  reads: ["models", "benchmarks"],
  maxAgeSeconds: 300,
  query: z.object({
    provider: sellerParam(),
    include: listParam({ max: INCLUDED.length })
      .pipe(z.array(z.enum(INCLUDED)))
      .optional()
      .describe("`hosts` adds listings at hosts, clouds and aggregators, `sources` the figures that are not believed and why"),
    capability: z.enum(MODEL_CAPABILITIES).optional(),
    tier: ModelTierName.optional(),
    max_price: numberParam({ min: 0 }).optional().describe("Highest mean of input and output price, USD per 1M tokens"),
    max_input_price: numberParam({ min: 0 }).optional().describe("USD per 1M tokens"),
    max_output_price: numberParam({ min: 0 }).optional().describe("USD per 1M tokens"),
    min_context: integerParam(0, 1_000_000_000).optional().describe("Smallest context window, in tokens"),
    min_input: integerParam(0, 1_000_000_000).optional().describe("Smallest most input, in tokens; the window where no source states it"),
    open_weights: booleanParam().optional().describe("true: only models whose weights can be downloaded; false is no filter"),
  }),
  response: z.strictObject({
    source: z.string(),
    lastUpdated: z.iso.date(),
    count: z.int().describe("Listings in `models[]` of all providers"),
    unpriced_count: z.int(),
    providers: z.array(ModelProvider),
    pricingNotes: z.strictObject({ unit: z.string(), currency: z.string(), openSourceNote: z.string(), disclaimer: z.string() }),
    sources: z.array(PriceSource),
  }),
  csv: ({ providers }) => ({
    columns: CSV_COLUMNS,
    rows: providers.flatMap((provider) =>
      [...provider.models, ...provider.unpriced].map((model) =>
        CSV_COLUMNS.map((column) =>
          column === "provider" ? provider.id : column === "capabilities" ? model.capabilities.join(" ") : model[column],
        ),
      ),
    ),
  }),
  errors: UNKNOWN_NAME,
  example: { query: { provider: "anthropic" } },
}).handle(async ({ query, db, now, siteName, capturedAt }) => {
  const { provider: providerId } = query;
  const states = await priceSourceStates(db);
  const provenance = provenanceOf(states, now);
  const inScope =
    providerId !== undefined ? listingsOf(db, providerId) : query.include?.includes("hosts") ? allListings(db) : makersListings(db);
  const listings = (await inScope).filter((listing) => matchesFilters(listing, query));
  const isPart = providerId !== undefined && listings.length > 0;
  const captured = await recentCapture(db, "models", now);
  capturedAt(isPart ? capturesOf(listings, provenance) : captured);
  const kept = await modelEntries(db, provenance);
  const entries = query.include?.includes("sources") ? withSetAside(kept, provenance) : kept;
  const providers = groupByProvider(listings)
    .map((group) => toProvider(group, entries))
    .sort(byName);
  return {
    source: siteName,
    lastUpdated: captured ? utcDay(captured) : pricesAsOf,
    count: providers.reduce((sum, provider) => sum + provider.models.length, 0),
    unpriced_count: providers.reduce((sum, provider) => sum + provider.unpriced.length, 0),
    providers,
    pricingNotes: PRICING_NOTES,
    sources: priceSources.map(({ key, name, url, license }) => {
      const state = states.get(key as ReadingSource);
      return { key, name, url, license, last_read_at: state?.lastReadAt?.toISOString() ?? null, fault: state?.lastFault ?? null };
    }),
  };
});
