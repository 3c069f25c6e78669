import type { Db } from "@/db/client";
import { companyOf } from "@/lib/catalogs/providers";
import { compareText } from "@/lib/domain/basics/text";
import { blendedOrNull, type ModelListing } from "@/lib/domain/models/model-listing";
import { sameModels } from "@/lib/domain/models/names/same-model";
import { isDatedId } from "@/lib/domain/models/scores/model-versions";
import { oncePerVersion } from "../freshness/once-per-version";
import { allListings } from "./all-listings";

/** The listings of each listing's model, wherever it is sold. Everybody shares them: never change one. */
export const sameListings = oncePerVersion(["models"], async (db) => sameModels(await allListings(db), companyOf));

const priceOf = ({ inputPrice, outputPrice, isFreeListing }: ModelListing): number =>
  (isFreeListing ? null : blendedOrNull(inputPrice, outputPrice)) ?? Infinity;

/** Makers first, then the cheapest; listings without a price, and those given away, last. */
function byOffer(left: ModelListing, right: ModelListing): number {
  const makers = Number(right.isMakersListing) - Number(left.isMakersListing);
  const [one, other] = [priceOf(left), priceOf(right)];
  const price = one === other ? 0 : one - other;
  return makers || price || compareText(left.providerId, right.providerId) || compareText(left.modelId, right.modelId);
}

interface SoldModel {
  /** The maker's own listing that stands for the model; null where its maker sells none. */
  own: ModelListing | null;
  /** Every listing of the model, with its snapshots. */
  listings: readonly ModelListing[];
}

/** The model of a listing, wherever it is sold. */
export async function soldModel(db: Db, listing: ModelListing): Promise<SoldModel> {
  const listings = ((await sameListings(db)).get(listing) ?? [listing]).toSorted(byOffer);
  const own = listings.filter(({ isMakersListing }) => isMakersListing);
  const [first = null] = own.toSorted(
    (a, b) => Number(isDatedId(a.modelId)) - Number(isDatedId(b.modelId)) || a.modelId.length - b.modelId.length,
  );
  return { own: first, listings };
}
