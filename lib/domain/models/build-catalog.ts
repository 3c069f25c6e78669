import { withAnnouncedEnds, withEnds } from "./listing-ends";
import { markMakersListings, type Company } from "./makers-listings";
import { mergeListings } from "./merge-listings";
import type { MergeContext } from "./prices/price-fields";
import { withSharedFacts } from "./shared-facts";
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
  const companyOf = (id: string): string => companies.get(id)?.company ?? id;
  const selected = selectObservations(observations, { kindOf: (id) => companies.get(id)?.kind ?? null, companyOf });
  const merged = mergeListings(selected, { ...context, chargesBy: (id) => companies.get(id)?.charges ?? "tokens" });
  const listings = markMakersListings(withSharedFacts(merged, companyOf), companies);
  return withEnds(withAnnouncedEnds(listings, context.announcedEnd));
}
