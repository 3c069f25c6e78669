import type { Db } from "@/db/client";
import { listListingScores, type ListingScores } from "@/db/queries/models/scores/benchmarks";
import { listModels } from "@/db/queries/models/models";
import { groupBy } from "@/lib/domain/basics/group-by";
import { aliasTargets } from "@/lib/domain/models/scores/scores-of";
import { compareListings } from "@/lib/domain/models/model-filters";
import { knownNames } from "@/lib/domain/models/known-names";
import { listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import { oncePerVersion } from "../freshness/once-per-version";

/** Listings in the order in which answers show them. Everybody shares them: never change one. */
interface Listings {
  all: readonly ModelListing[];
  makers: readonly ModelListing[];
  byProvider: ReadonlyMap<string, readonly ModelListing[]>;
  byKey: ReadonlyMap<string, ModelListing>;
  /** What a listing is called where it is shown; matching goes by the name of its source. */
  shownName: (listing: Pick<ModelListing, "modelId" | "name">) => string;
}

const listings = oncePerVersion(["models"], async (db): Promise<Listings> => {
  const all = (await listModels(db, { scope: "all" })).toSorted(compareListings);
  return {
    all,
    makers: all.filter(({ isMakersListing }) => isMakersListing),
    byProvider: groupBy(all, ({ providerId }) => providerId),
    byKey: new Map(all.map((listing) => [listingKey(listing), listing])),
    shownName: knownNames(all),
  };
});

export const allListings = async (db: Db): Promise<readonly ModelListing[]> => (await listings(db)).all;

export const makersListings = async (db: Db): Promise<readonly ModelListing[]> => (await listings(db)).makers;

export const listingsOf = async (db: Db, providerId: string): Promise<readonly ModelListing[]> =>
  (await listings(db)).byProvider.get(providerId) ?? [];

/** Listings by `listingKey`. */
export const listingsByKey = async (db: Db): Promise<ReadonlyMap<string, ModelListing>> => (await listings(db)).byKey;

export const shownNames = async (db: Db): Promise<Listings["shownName"]> => (await listings(db)).shownName;

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
