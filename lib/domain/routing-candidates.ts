import { isPriced } from "./model-filters";
import type { ModelListing } from "./model-listing";
import type { RoutingCandidate } from "./rank-models";
import { worstState, type ServiceState } from "./service-state";

export interface ApiService {
  service: string;
  providerId: string;
}

export interface ListedScores {
  /** The measured model: listings that share it are one model under several ids. */
  benchmarkKey: string;
  scores: Readonly<Record<string, number>>;
}

export interface RoutingFacts {
  listings: readonly ModelListing[];
  /** By `provider/id`. */
  scores: ReadonlyMap<string, ListedScores>;
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

type MeasuredCandidate = ListedCandidate & { benchmarkKey: string };

/** `claude-opus-4-5` stands for `claude-opus-4-5-20251101`: the id nearest to the bare name. */
function withoutTwins(candidates: readonly MeasuredCandidate[]): ListedCandidate[] {
  const chosen = new Map<string, MeasuredCandidate>();
  for (const candidate of candidates) {
    const key = `${candidate.providerId}/${candidate.benchmarkKey}`;
    const rival = chosen.get(key);
    if (!rival || candidate.modelId.length < rival.modelId.length) chosen.set(key, candidate);
  }
  return [...chosen.values()].map(({ benchmarkKey: _, ...candidate }) => candidate);
}

/**
 * Scored listings with a price, one for each model that was measured; a listing given away says nothing about cost and
 * takes no part. A provider without API services of its own has those of its company.
 */
export function routingCandidates(facts: RoutingFacts): ListedCandidate[] {
  const states = statesByProvider(facts);
  const statusOf = (id: string): ServiceState => worstState(states.get(id) ?? states.get(facts.companyOf(id)) ?? []);
  const candidates = facts.listings.flatMap((listing): MeasuredCandidate[] => {
    const { providerId, modelId, name } = listing;
    const measured = facts.scores.get(`${providerId}/${modelId}`);
    if (!measured || !isPriced(listing) || listing.isFreeListing) return [];
    return [{ providerId, modelId, name, inputPrice: listing.inputPrice, outputPrice: listing.outputPrice, status: statusOf(providerId), listing, ...measured }];
  });
  return withoutTwins(candidates);
}
