import { isPriced } from "../model-filters";
import { isOffered } from "../model-life";
import type { ModelListing } from "../model-listing";
import type { RoutingCandidate, RoutingField } from "./rank-models";
import { lowScoresOf } from "./routing-blends";
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
  stateOf(providerId: string): ServiceState;
  /** UTC day. */
  today: string;
}

export type ListedCandidate = RoutingCandidate & { listing: ModelListing; scoresOf: string | null };

type MeasuredCandidate = ListedCandidate & { benchmarkKey: string };

const isCloserToName = (one: string, other: string): boolean => one.length < other.length || (one.length === other.length && one < other);

/** Keeps one id per model, the one closest to the bare name: `claude-opus-4-5` rather than `claude-opus-4-5-20251101`. */
function withoutDuplicates(candidates: readonly MeasuredCandidate[]): ListedCandidate[] {
  const chosen = new Map<string, MeasuredCandidate>();
  for (const candidate of candidates) {
    const key = `${candidate.providerId}/${candidate.benchmarkKey}`;
    const rival = chosen.get(key);
    if (!rival || isCloserToName(candidate.modelId, rival.modelId)) chosen.set(key, candidate);
  }
  return [...chosen.values()].map(({ benchmarkKey: _, ...candidate }) => candidate);
}

/** One candidate per benchmarked model; retired ones are left out, and free listings, since they say nothing about cost. */
export function routingCandidates(facts: RoutingFacts): ListedCandidate[] {
  const candidates = facts.listings.flatMap((listing): MeasuredCandidate[] => {
    const { providerId, modelId, name } = listing;
    const carried = facts.scores.get(`${providerId}/${modelId}`);
    if (!carried || !isPriced(listing) || listing.isFreeListing || !isOffered(listing, facts.today)) return [];
    return [
      {
        providerId,
        modelId,
        name,
        inputPrice: listing.inputPrice,
        outputPrice: listing.outputPrice,
        status: facts.stateOf(providerId),
        listing,
        benchmarkKey: carried.benchmarkKey,
        scores: carried.measured,
        scoresOf: carried.scoresOf,
      },
    ];
  });
  return withoutDuplicates(candidates);
}

/** The candidates, with the low scores of all models that makers sell and that were measured, whatever their price. */
export function routingField(facts: RoutingFacts): RoutingField<ListedCandidate> {
  const carried = facts.listings.flatMap(({ providerId, modelId }) => facts.scores.get(`${providerId}/${modelId}`) ?? []);
  const byModel = new Map(carried.map(({ benchmarkKey, measured }) => [benchmarkKey, measured]));
  return { candidates: routingCandidates(facts), lowScores: lowScoresOf([...byModel.values()]) };
}
