import { withAnnouncedEnds, withEnds } from "./listing-ends";
import { markMakersListings, type Company } from "./makers-listings";
import { mergeListings } from "./merge-listings";
import type { MergeContext } from "./prices/price-fields";
import type { ModelListing, Observation } from "./model-listing";
import { selectObservations } from "./scores/select-observations";

export interface CatalogContext extends Pick<MergeContext, "readAt"> {
  /** The day on which a host ends a model, by the host's own page. */
  announcedEnd(host: string, model: string): string | null;
}

export function buildCatalog(
  observations: readonly Observation[],
  companies: ReadonlyMap<string, Company>,
  context: CatalogContext,
): ModelListing[] {
  const selected = selectObservations(observations, {
    kindOf: (id) => companies.get(id)?.kind ?? null,
    companyOf: (id) => companies.get(id)?.company ?? id,
  });
  const listings = markMakersListings(
    mergeListings(selected, { ...context, chargesBy: (id) => companies.get(id)?.charges ?? "tokens" }),
    companies,
  );
  return withEnds(withAnnouncedEnds(listings, context.announcedEnd));
}
