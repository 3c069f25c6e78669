import type { Db } from "@/db/client";
import { listListingScores, type ListingScores } from "@/db/queries/models/scores/benchmarks";
import { listModels } from "@/db/queries/models/models";
import { embeddingModels } from "@/lib/catalogs/embeddings";
import { multimodalModels } from "@/lib/catalogs/multimodal";
import { groupBy } from "@/lib/domain/basics/group-by";
import { aliasTargets } from "@/lib/domain/models/scores/scores-of";
import { compareListings } from "@/lib/domain/models/model-filters";
import { knownNames } from "@/lib/domain/models/known-names";
import { listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import { modelLabel } from "@/lib/domain/models/model-label";
import { oncePerVersion } from "../freshness/once-per-version";

/** Listings by the names and in the order in which answers show them. Everybody shares them: never change one. */
interface Listings {
  all: readonly ModelListing[];
  makers: readonly ModelListing[];
  byProvider: ReadonlyMap<string, readonly ModelListing[]>;
  byKey: ReadonlyMap<string, ModelListing>;
  nameOf: ReturnType<typeof knownNames>;
}

/** Names of models that are priced otherwise than by tokens, which few price lists have. */
const catalogNames = [...embeddingModels, ...multimodalModels].map(({ id, name }) => ({ modelId: id, name }));

const listings = oncePerVersion(["models"], async (db): Promise<Listings> => {
  const stored = await listModels(db, { scope: "all" });
  const nameOf = knownNames([...stored, ...catalogNames]);
  const all = stored.map((listing) => ({ ...listing, name: nameOf(listing) })).toSorted(compareListings);
  return {
    all,
    makers: all.filter(({ isMakersListing }) => isMakersListing),
    byProvider: groupBy(all, ({ providerId }) => providerId),
    byKey: new Map(all.map((listing) => [listingKey(listing), listing])),
    nameOf,
  };
});

export const allListings = async (db: Db): Promise<readonly ModelListing[]> => (await listings(db)).all;

export const makersListings = async (db: Db): Promise<readonly ModelListing[]> => (await listings(db)).makers;

export const listingsOf = async (db: Db, providerId: string): Promise<readonly ModelListing[]> =>
  (await listings(db)).byProvider.get(providerId) ?? [];

/** Listings by `listingKey`. */
export const listingsByKey = async (db: Db): Promise<ReadonlyMap<string, ModelListing>> => (await listings(db)).byKey;

/** Names of what is read by other ways than these listings; their own are so already. */
export const shownNames = async (db: Db): Promise<Listings["nameOf"]> => (await listings(db)).nameOf;

/** What to call a model of a host. Where that host lists it no more, or not yet, others may know its name. */
export async function labeller(db: Db): Promise<(host: string, model: string) => { label: string; is_listed: boolean }> {
  const { byKey, nameOf } = await listings(db);
  return (host, model) => {
    const listing = byKey.get(listingKey({ providerId: host, modelId: model }));
    return { label: modelLabel(listing?.name ?? nameOf({ modelId: model, name: model })), is_listed: listing !== undefined };
  };
}

export interface CarriedScores extends ListingScores {
  /** `provider/id` of the dated listing that was measured, where this id stands for it. */
  scoresOf: string | null;
}

/** Scores of listings by `provider/id`. */
export const listingScores = oncePerVersion(["models", "benchmarks"], async (db): Promise<ReadonlyMap<string, CarriedScores>> => {
  const carried = await listListingScores(db);
  const targets = aliasTargets(carried);
  return new Map([...carried].map(([id, scores]) => [id, { ...scores, scoresOf: targets.get(id) ?? null }]));
});
