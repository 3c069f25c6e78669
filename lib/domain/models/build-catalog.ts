import { withAnnouncedEnds, withEnds } from "./listing-ends";
import { markMakersListings, type Company } from "./makers-listings";
import { mergeListings } from "./merge-listings";
import type { MergeContext } from "./prices/price-fields";
import { withSharedFacts } from "./shared-facts";
import type { ModelListing, Observation } from "./model-listing";
import type { Statement } from "./retirements/retirement";
import { selectObservations } from "./scores/select-observations";
import { withAbsences, type SellerAbsence } from "./seller-absences";

export interface CatalogContext extends Pick<MergeContext, "readAt"> {
  /** What a host's own page says of the end of a model, or a copy of that page. */
  announcedEnd(host: string, model: string): Statement | null;
  /** What sellers' own lists lack. */
  absences?: readonly SellerAbsence[];
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
  return withAbsences(withEnds(withAnnouncedEnds(listings, context.announcedEnd)), context.absences ?? []);
}
