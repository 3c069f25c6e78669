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

export const attributionOf = (listings: readonly ModelListing[], scores: readonly ListingScores[]): z.output<typeof Attribution> => ({
  pricing: sourcesWithKeys(priceSources, new Set(listings.map(({ priceReadings }) => priceReadings[0]?.source))),
  benchmarks: sourcesWithKeys(scoreSources, new Set(scores.flatMap(({ sources }) => sources))),
});
