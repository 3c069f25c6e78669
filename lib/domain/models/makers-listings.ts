import type { ModelListing } from "./model-listing";
import type { Charging } from "./prices/price-fields";
import { normaliseModelKey } from "./resolve-model";

export interface Company {
  id: string;
  /** The company it belongs to, or itself. */
  company: string;
  kind: string;
  charges?: Charging;
}

type Companies = ReadonlyMap<string, Company>;

/** Lower is closer to the maker: its own API, another API of the same company, its cloud. */
function distance(provider: Company | undefined): number {
  if (!provider) return 3;
  if (provider.kind !== "lab") return 2;
  return provider.id === provider.company ? 0 : 1;
}

export function markMakersListings(listings: readonly ModelListing[], companies: Companies): ModelListing[] {
  const companyOf = (id: string | null): string | null => (id === null ? null : (companies.get(id)?.company ?? id));
  const isOwn = (listing: ModelListing): boolean =>
    listing.makerId !== null && companyOf(listing.makerId) === companyOf(listing.providerId);
  const nearest = new Map<string, number>();
  const nameKey = (listing: ModelListing): string => `${companyOf(listing.makerId) ?? ""}/${normaliseModelKey(listing.modelId)}`;
  for (const listing of listings.filter(isOwn)) {
    const key = nameKey(listing);
    nearest.set(key, Math.min(nearest.get(key) ?? Infinity, distance(companies.get(listing.providerId))));
  }
  return listings.map((listing) => ({
    ...listing,
    isMakersListing: isOwn(listing) && distance(companies.get(listing.providerId)) === nearest.get(nameKey(listing)),
  }));
}
