import { withEnds } from "./listing-ends";
import { markMakersListings, type Company } from "./makers-listings";
import { mergeListings, type MergeContext } from "./merge-listings";
import type { ModelListing, Observation } from "./model-listing";
import { selectObservations } from "./scores/select-observations";

export function buildCatalog(
  observations: readonly Observation[],
  companies: ReadonlyMap<string, Company>,
  context: MergeContext,
): ModelListing[] {
  const selected = selectObservations(observations, {
    kindOf: (id) => companies.get(id)?.kind ?? null,
    companyOf: (id) => companies.get(id)?.company ?? id,
  });
  return withEnds(markMakersListings(mergeListings(selected, context), companies));
}
