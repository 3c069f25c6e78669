import { isPriced } from "./model-filters";
import type { ModelListing } from "./model-listing";
import type { RoutingCandidate } from "./rank-models";
import { worstState, type ServiceState } from "./service-state";

export interface ApiService {
  service: string;
  providerId: string;
}

export interface RoutingFacts {
  listings: readonly ModelListing[];
  /** By `provider/id`. */
  scores: ReadonlyMap<string, Readonly<Record<string, number>>>;
  services: readonly ApiService[];
  states: readonly { service: string; state: ServiceState }[];
  companyOf(providerId: string): string;
}

export type ListedCandidate = RoutingCandidate & { listing: ModelListing };

/** A service that was never polled is unknown, like one whose page cannot be read. */
function statesByProvider({ services, states }: RoutingFacts): ReadonlyMap<string, ServiceState[]> {
  const stateOf = new Map(states.map(({ service, state }) => [service, state]));
  const byProvider = new Map<string, ServiceState[]>();
  for (const { service, providerId } of services) byProvider.set(providerId, [...(byProvider.get(providerId) ?? []), stateOf.get(service) ?? "unknown"]);
  return byProvider;
}

/** Scored listings with a price; a listing given away says nothing about cost and takes no part. A provider without API services of its own has those of its company. */
export function routingCandidates(facts: RoutingFacts): ListedCandidate[] {
  const states = statesByProvider(facts);
  const statusOf = (id: string): ServiceState => worstState(states.get(id) ?? states.get(facts.companyOf(id)) ?? []);
  return facts.listings.flatMap((listing) => {
    const { providerId, modelId, name } = listing;
    const scores = facts.scores.get(`${providerId}/${modelId}`);
    if (!scores || !isPriced(listing) || listing.isFreeListing) return [];
    return [{ providerId, modelId, name, inputPrice: listing.inputPrice, outputPrice: listing.outputPrice, scores, status: statusOf(providerId), listing }];
  });
}
