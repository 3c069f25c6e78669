import { companyOf } from "@/lib/catalogs/providers";
import { joinListings } from "@/lib/domain/models/capability/join-listings";
import { isOffered } from "@/lib/domain/models/model-life";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import { isSold } from "@/lib/domain/models/provider-prices";
import { normaliseModelKey } from "@/lib/domain/models/resolve-model";
import { attachScores } from "@/lib/domain/models/scores/attach-scores";
import type { ScoredModel } from "@/lib/domain/models/scores/merge-scores";
import { bundledListings } from "../support/models/named-models";

const idOf = ({ providerId, modelId }: ModelListing): string => `${providerId}/${modelId}`;
const isSoldOn = (listing: ModelListing, today: string): boolean => isSold(listing) && isOffered(listing, today);

/** What became of the models of a ranking among the listings that come with the release. Near: listings whose id begins alike. */
export function joinsOf(models: readonly ScoredModel[], ranked: ReadonlySet<string>, today: string) {
  const listings = bundledListings();
  const attached = new Map(attachScores(listings, models, companyOf).map((one) => [`${one.providerId}/${one.modelId}`, one.benchmarkKey]));
  const scored = models.map(({ key, makerId, name, names }) => ({ model: key, makerId, name, names: names ?? [] }));
  const joined = joinListings(scored, listings, attached, companyOf);
  const sold = listings.filter((listing) => isSoldOn(listing, today));
  return [...ranked].map((model) => {
    const own = (joined.get(model) ?? []).filter((listing) => isSoldOn(listing, today));
    const form = normaliseModelKey(model);
    const near = own.length > 0 ? [] : sold.filter((listing) => normaliseModelKey(listing.modelId).includes(form));
    return { model, joined: own.map(idOf), near: near.map(idOf) };
  });
}
