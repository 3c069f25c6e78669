import type { z } from "zod";
import type { ListingScores } from "@/db/queries/models/scores/benchmarks";
import { priceSources } from "@/lib/catalogs/price-sources";
import { scoreSources } from "@/lib/catalogs/score-sources";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import type { Attribution, NamedSource } from "@/lib/schemas/models/matched-model";

const sourcesWithKeys = (
  sources: readonly z.output<typeof NamedSource>[],
  keys: ReadonlySet<string | undefined>,
): z.output<typeof NamedSource>[] =>
  sources.filter(({ key }) => keys.has(key)).map(({ key, name, url, license }) => ({ key, name, url, license }));

/** Price sources by the keys that prices name. */
export const priceSourcesNamed = (keys: Iterable<string | undefined>): z.output<typeof NamedSource>[] =>
  sourcesWithKeys(priceSources, new Set(keys));

export const pricingSourcesOf = (listings: readonly ModelListing[]): z.output<typeof NamedSource>[] =>
  priceSourcesNamed(listings.map(({ priceReadings }) => priceReadings[0]?.source));

export const attributionOf = (
  listings: readonly ModelListing[],
  scores: ReadonlyMap<string, ListingScores>,
): z.output<typeof Attribution> => ({
  pricing: pricingSourcesOf(listings),
  benchmarks: sourcesWithKeys(
    scoreSources,
    new Set(listings.flatMap(({ providerId, modelId }) => scores.get(`${providerId}/${modelId}`)?.sources ?? [])),
  ),
});
