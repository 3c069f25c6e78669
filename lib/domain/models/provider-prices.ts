import { groupBy } from "../basics/group-by";
import { compareText } from "../basics/text";
import { isOffered } from "./model-life";
import { flagshipOf, type AbilityRange } from "./flagship";
import { blendedOrNull, listingKey, type ModelListing } from "./model-listing";

export type SoldListing = ModelListing & { inputPrice: number; outputPrice: number };

export const isSold = (listing: ModelListing): listing is SoldListing =>
  listing.inputPrice !== null && listing.outputPrice !== null && !listing.isFreeListing;

export interface ProviderPrices {
  /** Number of models that are still sold, as in all other fields. */
  modelCount: number;
  capabilities: ReadonlySet<string>;
  flagship: SoldListing | null;
  cheapest: SoldListing | null;
}

const blendedOf = (listing: SoldListing): number => blendedOrNull(listing.inputPrice, listing.outputPrice) ?? 0;

type AbilityOf = (key: string) => AbilityRange | undefined;

/** A provider may sell models of other makers, too: its flagship is its own where it has one. */
function flagshipIn(sold: readonly SoldListing[], abilityOf: AbilityOf): SoldListing | null {
  const flagships = sold.filter(({ tier }) => tier === "flagship");
  const own = flagships.filter(({ isMakersListing }) => isMakersListing);
  const contenders = (own.length > 0 ? own : flagships).map((listing) => ({
    listing,
    id: listing.modelId,
    released: listing.released,
    blended: blendedOf(listing),
  }));
  return flagshipOf(contenders, (id) => abilityOf(listingKey({ providerId: sold[0]?.providerId ?? "", modelId: id })))?.listing ?? null;
}

function pricesOf(all: readonly ModelListing[], today: string, abilityOf: AbilityOf): ProviderPrices {
  const listings = all.filter((listing) => isOffered(listing, today));
  const sold = listings.filter(isSold);
  const byPrice = sold.toSorted((a, b) => blendedOf(a) - blendedOf(b) || compareText(a.modelId, b.modelId));
  return {
    modelCount: listings.length,
    capabilities: new Set(listings.flatMap(({ capabilities }) => capabilities)),
    flagship: flagshipIn(sold, abilityOf),
    cheapest: byPrice[0] ?? null,
  };
}

/** Abilities by `listingKey`. */
export const pricesByProvider = (
  listings: readonly ModelListing[],
  today: string,
  abilityOf: AbilityOf,
): ReadonlyMap<string, ProviderPrices> =>
  new Map(
    [...groupBy(listings, ({ providerId }) => providerId)].map(([providerId, group]) => [providerId, pricesOf(group, today, abilityOf)]),
  );
