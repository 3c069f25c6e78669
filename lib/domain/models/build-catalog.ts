import { withAnnouncedEnds, withEnds } from "./listing-ends";
import { markMakersListings, type Company } from "./makers-listings";
import { mergeListings, type MergeContext } from "./merge-listings";
import { withSharedFacts } from "./shared-facts";
import type { ModelListing, Observation } from "./model-listing";
import { selectObservations } from "./scores/select-observations";

export interface CatalogContext extends MergeContext {
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
  const merged = withSharedFacts(mergeListings(selected, context), companyOf);
  const listings = markMakersListings(merged, companies);
  return withEnds(withAnnouncedEnds(listings, context.announcedEnd));
}
