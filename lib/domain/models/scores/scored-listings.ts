interface Provider<Priced, Unpriced> {
  id: string;
  models: readonly Priced[];
  unpriced: readonly Unpriced[];
}

interface Listed {
  id: string;
  maker?: string | null | undefined;
}

interface Scored {
  id: string | null;
  /** The maker's. */
  providerId: string;
}

export interface ScoredListing<Listing> {
  /** The seller of the listing: the maker, or a cloud of the maker's own. */
  providerId: string;
  listing: Listing;
}

/** Finds the listing that a scored model is sold by: a maker may sell under the name of its cloud. */
export function scoredListings<Priced extends Listed, Unpriced extends Listed>(
  providers: readonly Provider<Priced, Unpriced>[],
): (scored: Scored) => ScoredListing<Priced | Unpriced> | undefined {
  const byMaker = new Map<string, ScoredListing<Priced | Unpriced>>();
  for (const { id: providerId, models, unpriced } of providers) {
    for (const listing of [...models, ...unpriced]) {
      const maker = listing.maker ?? providerId;
      const key = `${maker}/${listing.id}`;
      if (maker === providerId || !byMaker.has(key)) byMaker.set(key, { providerId, listing });
    }
  }
  return ({ id, providerId }) => (id === null ? undefined : byMaker.get(`${providerId}/${id}`));
}
