import { isPriced } from "../model-filters";
import { isRetired } from "../model-life";
import type { ModelListing } from "../model-listing";
import type { RoutingCandidate, RoutingField } from "./rank-models";
import { lowScoresOf } from "./routing-blends";
import type { ServiceState } from "@/lib/domain/status/service-state";

interface ListedScores {
  /** The benchmarked model: listings that share it are one model under several ids. */
  benchmarkKey: string;
  scores: Readonly<Record<string, number>>;
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
  const idOf = ({ providerId, modelId }: ModelListing): string => `${providerId}/${modelId}`;
  const retired = new Set(facts.listings.filter((listing) => isRetired(listing, facts.today)).map(idOf));
  const candidates = facts.listings.flatMap((listing): MeasuredCandidate[] => {
    const { providerId, modelId, name } = listing;
    const measured = facts.scores.get(idOf(listing));
    if (!measured || !isPriced(listing) || listing.isFreeListing || retired.has(idOf(listing))) return [];
    // An id that stands for a dated listing ends with it, though only the dated one may carry the day.
    if (measured.scoresOf !== null && retired.has(measured.scoresOf)) return [];
    return [
      {
        providerId,
        modelId,
        name,
        inputPrice: listing.inputPrice,
        outputPrice: listing.outputPrice,
        status: facts.stateOf(providerId),
        listing,
        ...measured,
      },
    ];
  });
  return withoutDuplicates(candidates);
}

/** The candidates, with the low scores of all models that makers sell and that were measured, whatever their price. */
export function routingField(facts: RoutingFacts): RoutingField<ListedCandidate> {
  const measured = facts.listings.flatMap(({ providerId, modelId }) => facts.scores.get(`${providerId}/${modelId}`) ?? []);
  const byModel = new Map(measured.map(({ benchmarkKey, scores }) => [benchmarkKey, scores]));
  return { candidates: routingCandidates(facts), lowScores: lowScoresOf([...byModel.values()]) };
}
