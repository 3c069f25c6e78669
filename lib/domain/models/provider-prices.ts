import { groupBy } from "../basics/group-by";
import { compareText } from "../basics/text";
import { isOffered } from "./model-life";
import { compareListings } from "./model-filters";
import { blendedOrNull, type ModelListing } from "./model-listing";

export type SoldListing = ModelListing & { inputPrice: number; outputPrice: number };

export const isSold = (listing: ModelListing): listing is SoldListing =>
  listing.inputPrice !== null && listing.outputPrice !== null && !listing.isFreeListing;

export interface ProviderPrices {
  /** Those that are still sold, as in all the rest. */
  modelCount: number;
  capabilities: ReadonlySet<string>;
  flagship: SoldListing | null;
  cheapest: SoldListing | null;
}

const blendedOf = (listing: SoldListing): number => blendedOrNull(listing.inputPrice, listing.outputPrice) ?? 0;

function pricesOf(all: readonly ModelListing[], today: string): ProviderPrices {
  const listings = all.filter((listing) => isOffered(listing, today));
  const sold = listings.filter(isSold).toSorted(compareListings);
  const flagships = sold.filter(({ tier }) => tier === "flagship");
  const byPrice = sold.toSorted((a, b) => blendedOf(a) - blendedOf(b) || compareText(a.modelId, b.modelId));
  return {
    modelCount: listings.length,
    capabilities: new Set(listings.flatMap(({ capabilities }) => capabilities)),
    // A provider may sell models of other makers, too: its flagship is its own where it has one.
    flagship: flagships.find(({ isMakersListing }) => isMakersListing) ?? flagships[0] ?? null,
    cheapest: byPrice[0] ?? null,
  };
}

export const pricesByProvider = (listings: readonly ModelListing[], today: string): ReadonlyMap<string, ProviderPrices> =>
  new Map([...groupBy(listings, ({ providerId }) => providerId)].map(([providerId, group]) => [providerId, pricesOf(group, today)]));
