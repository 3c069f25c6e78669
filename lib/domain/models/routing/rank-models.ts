import { compareText } from "@/lib/domain/basics/text";
import { blendedPrice } from "../model-listing";
import { roundTo } from "@/lib/domain/basics/arithmetic";
import { isMeasured, taskQuality, type AssumedScore, type LowScores, type RoutingTask } from "./routing-blends";
import { NEUTRAL_LATENCY, perPart, type RoutingPart } from "./routing-parts";
import type { RoutingWeights } from "./routing-weights";
import type { ServiceState } from "@/lib/domain/status/service-state";

export interface RoutingCandidate {
  providerId: string;
  modelId: string;
  name: string;
  /** USD per 1M tokens. */
  inputPrice: number;
  outputPrice: number;
  /** 0 to 100 by benchmark id; unmeasured benchmarks are absent. */
  scores: Readonly<Record<string, number>>;
  /** The worst state of the provider's API services. */
  status: ServiceState;
}

/** Who is ranked, and what a missing score counts as. Rankings are cached by this object: never change one. */
export interface RoutingField<Candidate extends RoutingCandidate> {
  candidates: readonly Candidate[];
  lowScores: LowScores;
}

export interface RoutingRequest {
  task: RoutingTask;
  weights: RoutingWeights;
  /** Highest blended price, USD per 1M tokens. */
  budget?: number | undefined;
  minQuality?: number | undefined;
  topN: number;
}

export interface RankedModel<Candidate> {
  rank: number;
  candidate: Candidate;
  compositeScore: number;
  components: Record<RoutingPart, number>;
  /** Share of the task's benchmark weights that were measured. */
  coverage: number;
  /** What was filled in for missing scores. */
  assumed: AssumedScore[];
}

export interface Ranking<Candidate> {
  ranked: RankedModel<Candidate>[];
  /** Models with enough scores for the task, before the caller's filters. */
  considered: number;
}

export const AVAILABILITY: Readonly<Record<ServiceState, number>> = { operational: 1, degraded: 0.5, down: 0, unknown: 0.7 };

const DECIMALS = 4;
const SCORE_DECIMALS = 2;
/** Sums that differ only by the order of their terms count as equal. */
const TIE_DECIMALS = 10;
const NEAR_TIE = 1e-9;

const blendedOf = (candidate: RoutingCandidate): number => blendedPrice(candidate.inputPrice, candidate.outputPrice);

const unweighted = ({ components: { quality, availability, cost } }: RankedModel<unknown>): number =>
  roundTo(quality + availability + cost, TIE_DECIMALS);

function compareRanked<Candidate extends RoutingCandidate>(left: RankedModel<Candidate>, right: RankedModel<Candidate>): number {
  const gap = right.compositeScore - left.compositeScore;
  // Rounding is costly, so only near ties are roundModel.
  const difference =
    Math.abs(gap) > NEAR_TIE ? gap : roundTo(right.compositeScore, TIE_DECIMALS) - roundTo(left.compositeScore, TIE_DECIMALS);
  const [a, b] = [left.candidate, right.candidate];
  // Ties are broken by the unweighted components, so that a model never ranks below one it dominates.
  return (
    difference ||
    unweighted(right) - unweighted(left) ||
    compareText(a.name, b.name) ||
    compareText(a.providerId, b.providerId) ||
    compareText(a.modelId, b.modelId)
  );
}

function roundModel<Candidate>(model: RankedModel<Candidate>, position: number): RankedModel<Candidate> {
  const round = (value: number): number => roundTo(value, DECIMALS);
  return {
    ...model,
    rank: position + 1,
    compositeScore: round(model.compositeScore),
    components: perPart((part) => round(model.components[part])),
    coverage: round(model.coverage),
    assumed: model.assumed.map(({ benchmark, score }) => ({ benchmark, score: roundTo(score, SCORE_DECIMALS) })),
  };
}

interface ScoredCandidate<Candidate> {
  candidate: Candidate;
  quality: number;
  coverage: number;
  assumed: AssumedScore[];
  blended: number;
}

function scoreCandidates<Candidate extends RoutingCandidate>(
  { candidates, lowScores }: RoutingField<Candidate>,
  task: RoutingTask,
): ScoredCandidate<Candidate>[] {
  return candidates
    .map((candidate) => ({ candidate, ...taskQuality(task, candidate.scores, lowScores), blended: blendedOf(candidate) }))
    .filter(isMeasured);
}

const scoredByField = new WeakMap<RoutingField<RoutingCandidate>, Map<RoutingTask, ScoredCandidate<RoutingCandidate>[]>>();

/** Cached per field: what does not depend on the caller is computed once. */
function scoredCandidates<Candidate extends RoutingCandidate>(
  field: RoutingField<Candidate>,
  task: RoutingTask,
): ScoredCandidate<Candidate>[] {
  const byTask = scoredByField.get(field) ?? new Map<RoutingTask, ScoredCandidate<RoutingCandidate>[]>();
  scoredByField.set(field, byTask);
  const scored = byTask.get(task) ?? scoreCandidates(field, task);
  byTask.set(task, scored);
  return scored as ScoredCandidate<Candidate>[];
}

/** Cost is relative to what the filters leave (cheapest 1, dearest 0). */
export function rankModels<Candidate extends RoutingCandidate>(
  field: RoutingField<Candidate>,
  { task, weights, budget = Infinity, minQuality = 0, topN }: RoutingRequest,
): Ranking<Candidate> {
  const considered = scoredCandidates(field, task);
  const fitting = considered.filter(({ quality, blended }) => blended <= budget && quality >= minQuality);
  const cheapest = Math.min(...fitting.map(({ blended }) => blended));
  const spread = Math.max(...fitting.map(({ blended }) => blended)) - cheapest;
  const scored = fitting.map(({ candidate, quality, coverage, assumed, blended }): RankedModel<Candidate> => {
    const cost = spread === 0 ? 1 : 1 - (blended - cheapest) / spread;
    const components = { quality, availability: AVAILABILITY[candidate.status], cost, latency: NEUTRAL_LATENCY };
    const { quality: q, availability: a, cost: c, latency: l } = weights;
    const compositeScore = q * quality + a * components.availability + c * cost + l * NEUTRAL_LATENCY;
    return { rank: 0, candidate, compositeScore, components, coverage, assumed };
  });
  return { ranked: scored.toSorted(compareRanked).slice(0, topN).map(roundModel), considered: considered.length };
}
