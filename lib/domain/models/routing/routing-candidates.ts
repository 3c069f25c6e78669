import { isPriced } from "../model-filters";
import { isOffered } from "../model-life";
import { listingKey, type ModelListing } from "../model-listing";
import type { Capability } from "../capability/capabilities";
import { estimatesOf, lastResortOf, type LastResort } from "../capability/estimated-scores";
import type { RoutingCandidate } from "./rank-models";
import type { ServiceState } from "@/lib/domain/status/service-state";

interface ListedScores {
  /** The benchmarked model: listings that share it are one model under several ids. */
  benchmarkKey: string;
  /** Without scores that nobody could verify: a rumour recommends no model. */
  measured: Readonly<Record<string, number>>;
  scoresOf: string | null;
}

export interface RoutingFacts {
  listings: readonly ModelListing[];
  /** By `provider/id`. */
  scores: ReadonlyMap<string, ListedScores>;
  /** By `provider/id`; only models that no fit has seen yet are absent. */
  capabilities: ReadonlyMap<string, Capability>;
  stateOf(providerId: string): ServiceState;
  /** UTC day. */
  today: string;
}

export type ListedCandidate = RoutingCandidate & { listing: ModelListing; scoresOf: string | null };

type MeasuredCandidate = ListedCandidate & { benchmarkKey: string };

const isCloserToName = (one: string, other: string): boolean => one.length < other.length || (one.length === other.length && one < other);

/** Keeps an id per model, the closest to the bare name. That is `claude-opus-4-5`, not `claude-opus-4-5-20251101`. */
function withoutDuplicates(candidates: readonly MeasuredCandidate[]): ListedCandidate[] {
  const chosen = new Map<string, MeasuredCandidate>();
  for (const candidate of candidates) {
    const key = `${candidate.providerId}/${candidate.benchmarkKey}`;
    const rival = chosen.get(key);
    if (!rival || isCloserToName(candidate.modelId, rival.modelId)) chosen.set(key, candidate);
  }
  return [...chosen.values()].map(({ benchmarkKey: _, ...candidate }) => candidate);
}

/** The 25th percentile of the models that makers sell, whatever their price. */
function lastResortFor({ listings, scores }: RoutingFacts): LastResort {
  const carried = listings.flatMap(({ providerId, modelId }) => scores.get(`${providerId}/${modelId}`) ?? []);
  return lastResortOf([...new Map(carried.map(({ benchmarkKey, measured }) => [benchmarkKey, measured])).values()]);
}

/**
 * A candidate per model. Retired models are left out, free listings, which say nothing about cost, and
 * models of which too little is known for a rank. For a model that no fit has seen, the last resort
 * fills gaps.
 */
export function routingCandidates(facts: RoutingFacts): ListedCandidate[] {
  const lastResort = lastResortFor(facts);
  const candidates = facts.listings.flatMap((listing): MeasuredCandidate[] => {
    const { providerId, modelId, name } = listing;
    const [carried, capability] = [facts.scores.get(`${providerId}/${modelId}`), facts.capabilities.get(listingKey(listing))];
    const benchmarkKey = carried?.benchmarkKey ?? capability?.model;
    if (benchmarkKey === undefined || (capability && capability.unranked !== null)) return [];
    if (!isPriced(listing) || listing.isFreeListing || !isOffered(listing, facts.today)) return [];
    return [
      {
        providerId,
        modelId,
        name,
        inputPrice: listing.inputPrice,
        outputPrice: listing.outputPrice,
        status: facts.stateOf(providerId),
        listing,
        benchmarkKey,
        scores: carried?.measured ?? {},
        estimates: estimatesOf(capability, lastResort),
        ability: capability ?? null,
        scoresOf: carried?.scoresOf ?? null,
      },
    ];
  });
  return withoutDuplicates(candidates);
}
