import { compareText } from "@/lib/domain/basics/text";
import { blendedPrice } from "../model-listing";
import { roundTo } from "@/lib/domain/basics/arithmetic";
import { type RoutingTask, taskQuality } from "./routing-blends";
import type { RoutingWeights } from "./routing-weights";
import type { ServiceState } from "@/lib/domain/status/service-state";

export interface RoutingCandidate {
  providerId: string;
  modelId: string;
  name: string;
  /** USD per 1M tokens. */
  inputPrice: number;
  outputPrice: number;
  /** 0 to 100 by benchmark id; what was not measured is absent. */
  scores: Readonly<Record<string, number>>;
  /** The worst of the provider's API services. */
  status: ServiceState;
}

export interface RoutingRequest {
  task: RoutingTask;
  weights: RoutingWeights;
  /** USD per 1M tokens, input and output in equal parts. */
  budget?: number | undefined;
  minQuality?: number | undefined;
  topN: number;
}

export interface RankedModel<Candidate> {
  rank: number;
  candidate: Candidate;
  compositeScore: number;
  components: { quality: number; availability: number; cost: number; latency: number };
  /** Share of the task's benchmarks that quality stands on. */
  coverage: number;
}

export interface Ranking<Candidate> {
  ranked: RankedModel<Candidate>[];
  /** Models with scores enough for the task, before the caller's own filters. */
  considered: number;
}

const AVAILABILITY: Readonly<Record<ServiceState, number>> = { operational: 1, degraded: 0.5, down: 0, unknown: 0.7 };

/** No model's latency is known: all get the same, so that it never decides a ranking. */
const NEUTRAL_LATENCY = 0.5;

/** Below this share of the blend a quality says little about the task. */
const COVERAGE_NEEDED = 0.4;

const DECIMALS = 4;
/** Sums that differ by the order of their terms only are equal. */
const TIE_DECIMALS = 10;
const NEAR_TIE = 1e-9;

const blendedOf = (candidate: RoutingCandidate): number => blendedPrice(candidate.inputPrice, candidate.outputPrice);

const unweighted = ({ components: { quality, availability, cost } }: RankedModel<unknown>): number =>
  roundTo(quality + availability + cost, TIE_DECIMALS);

function compareRanked<Candidate extends RoutingCandidate>(left: RankedModel<Candidate>, right: RankedModel<Candidate>): number {
  const gap = right.compositeScore - left.compositeScore;
  // Only sums that nearly agree need the costlier look.
  const difference =
    Math.abs(gap) > NEAR_TIE ? gap : roundTo(right.compositeScore, TIE_DECIMALS) - roundTo(left.compositeScore, TIE_DECIMALS);
  const [a, b] = [left.candidate, right.candidate];
  // What the caller gives no weight still tells two equal ones apart: a model that is better in it never stands below.
  return (
    difference ||
    unweighted(right) - unweighted(left) ||
    compareText(a.name, b.name) ||
    compareText(a.providerId, b.providerId) ||
    compareText(a.modelId, b.modelId)
  );
}

function rounded<Candidate>(model: RankedModel<Candidate>, position: number): RankedModel<Candidate> {
  const { quality, availability, cost, latency } = model.components;
  const round = (value: number): number => roundTo(value, DECIMALS);
  return {
    ...model,
    rank: position + 1,
    compositeScore: round(model.compositeScore),
    components: { quality: round(quality), availability: round(availability), cost: round(cost), latency: round(latency) },
    coverage: round(model.coverage),
  };
}

interface Measured<Candidate> {
  candidate: Candidate;
  quality: number;
  coverage: number;
  blended: number;
}

function measure<Candidate extends RoutingCandidate>(candidates: readonly Candidate[], task: RoutingTask): Measured<Candidate>[] {
  return candidates
    .map((candidate) => ({ candidate, ...taskQuality(task, candidate.scores), blended: blendedOf(candidate) }))
    .filter(({ quality, coverage }) => quality > 0 && coverage >= COVERAGE_NEEDED);
}

const remembered = new WeakMap<readonly RoutingCandidate[], Map<RoutingTask, Measured<RoutingCandidate>[]>>();

/** The same candidates are ranked for many callers: what does not depend on the caller is worked out once per list. */
function measured<Candidate extends RoutingCandidate>(candidates: readonly Candidate[], task: RoutingTask): Measured<Candidate>[] {
  const byTask = remembered.get(candidates) ?? new Map<RoutingTask, Measured<RoutingCandidate>[]>();
  remembered.set(candidates, byTask);
  const known = byTask.get(task) ?? measure(candidates, task);
  byTask.set(task, known);
  return known as Measured<Candidate>[];
}

/** Models for a task, best first. Cost is relative to what the filters leave: the cheapest has 1, the dearest 0. The list of candidates must not change. */
export function rankModels<Candidate extends RoutingCandidate>(
  candidates: readonly Candidate[],
  { task, weights, budget = Infinity, minQuality = 0, topN }: RoutingRequest,
): Ranking<Candidate> {
  const considered = measured(candidates, task);
  const fitting = considered.filter(({ quality, blended }) => blended <= budget && quality >= minQuality);
  const cheapest = Math.min(...fitting.map(({ blended }) => blended));
  const spread = Math.max(...fitting.map(({ blended }) => blended)) - cheapest;
  const scored = fitting.map(({ candidate, quality, coverage, blended }): RankedModel<Candidate> => {
    const cost = spread === 0 ? 1 : 1 - (blended - cheapest) / spread;
    const components = { quality, availability: AVAILABILITY[candidate.status], cost, latency: NEUTRAL_LATENCY };
    const { quality: q, availability: a, cost: c, latency: l } = weights;
    const compositeScore = q * quality + a * components.availability + c * cost + l * NEUTRAL_LATENCY;
    return { rank: 0, candidate, compositeScore, components, coverage };
  });
  return { ranked: scored.toSorted(compareRanked).slice(0, topN).map(rounded), considered: considered.length };
}
