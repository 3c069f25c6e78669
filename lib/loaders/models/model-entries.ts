import type { z } from "zod";
import type { Db } from "@/db/client";
import type { SourceRecord } from "@/db/queries/freshness/operations";
import { pricesAsOf, priceSourceUrl } from "@/lib/catalogs/price-sources";
import { utcDay } from "@/lib/domain/basics/date-range";
import { modelEntry, unpricedEntry, type Provenance } from "@/lib/domain/models/model-entry";
import type { PricedListing } from "@/lib/domain/models/model-filters";
import type { ModelListing, ReadingSource } from "@/lib/domain/models/model-listing";
import type { ModelEntry, UnpricedModelEntry } from "@/lib/schemas/models/model";
import { cachePerKey } from "../freshness/once-per-version";
import { recentSources } from "../freshness/recent-sources";
import { listingScores } from "./all-listings";

export type PriceSourceStates = ReadonlyMap<ReadingSource, SourceRecord>;

/** The newest readings of the live price sources, by the source name that prices carry. */
export async function priceSourceStates(db: Db): Promise<PriceSourceStates> {
  const sources = await recentSources(db, "models");
  return new Map(sources.map((source) => [source.id.slice("models/".length) as ReadingSource, source]));
}

export const provenanceOf = (states: PriceSourceStates, now: Date): Provenance => ({
  today: utcDay(now),
  readAt: new Map([...states].flatMap(([source, { lastReadAt }]) => (lastReadAt ? [[source, lastReadAt] as const] : []))),
  bundledOn: pricesAsOf,
  urlOf: priceSourceUrl,
});

/** Today and the days on which the sources were read: what changes in an entry without its listing. */
const daysOf = ({ readAt, today }: Provenance): string =>
  [today, ...[...readAt].map(([source, time]) => `${source} ${utcDay(time)}`)].join();

interface CachedEntries {
  priced: Map<ModelListing, z.input<typeof ModelEntry>>;
  unpriced: Map<ModelListing, z.input<typeof UnpricedModelEntry>>;
}

/** Yesterday's may still be asked for while today's are made. */
const cached = cachePerKey<CachedEntries>(["models", "benchmarks"], 2);

/** The entry of each listing as answers show it. Everybody shares the entries, which are made once per version of the data. */
export async function modelEntries(db: Db, provenance: Provenance) {
  const empty = async (): Promise<CachedEntries> => ({ priced: new Map(), unpriced: new Map() });
  const [{ priced, unpriced }, scores] = await Promise.all([cached(db, daysOf(provenance), empty), listingScores(db)]);
  const scoresOf = ({ providerId, modelId }: ModelListing): Pick<z.input<typeof ModelEntry>, "benchmark_scores" | "scores_of"> => {
    const carried = scores.get(`${providerId}/${modelId}`);
    return { benchmark_scores: carried?.scores ?? {}, scores_of: carried?.scoresOf ?? null };
  };
  return {
    priced: (listing: PricedListing) => getOrMake(priced, listing, () => ({ ...modelEntry(listing, provenance), ...scoresOf(listing) })),
    unpriced: (listing: ModelListing) =>
      getOrMake(unpriced, listing, () => ({ ...unpricedEntry(listing, provenance), ...scoresOf(listing) })),
  };
}

function getOrMake<Entry>(entries: Map<ModelListing, Entry>, listing: ModelListing, make: () => Entry): Entry {
  const known = entries.get(listing);
  if (known !== undefined) return known;
  const entry = make();
  entries.set(listing, entry);
  return entry;
}
