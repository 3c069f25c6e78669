import { compareText } from "@/lib/domain/basics/text";
import { blendedPrice } from "../model-listing";
import { roundTo } from "@/lib/domain/basics/arithmetic";
import type { Capability } from "../capability/capabilities";
import type { EstimatedScore, Estimates } from "../capability/estimated-scores";
import { beatenAt, type QualifiedCandidate } from "./beaten-models";
import { byAbility, byFailures } from "./quality-scale";
import { isKnown, taskBlend, type RoutingTask } from "./routing-blends";
import { NEUTRAL_LATENCY, perPart, type RoutingPart } from "./routing-parts";
import type { RoutingWeights } from "./routing-weights";
import type { ServiceState } from "@/lib/domain/status/service-state";

/** Prices below a cent count as one, so that their logarithm has an end. */
const LEAST_PRICE = 0.01;
const logOf = (blended: number): number => Math.log(Math.max(blended, LEAST_PRICE));

/** Cost on a logarithmic scale over the models that pass the filters: the cheapest is 1, the dearest 0. */
function costOf(fitting: readonly { blended: number }[]): (blended: number) => number {
  const cheapest = logOf(Math.min(...fitting.map(({ blended }) => blended)));
  const spread = logOf(Math.max(...fitting.map(({ blended }) => blended))) - cheapest;
  return (blended) => (spread === 0 ? 1 : 1 - (logOf(blended) - cheapest) / spread);
}

export interface RoutingCandidate {
  providerId: string;
  modelId: string;
  name: string;
  /** USD per 1M tokens. */
  inputPrice: number;
  outputPrice: number;
  /** 0 to 100 by benchmark id; unmeasured benchmarks are absent. */
  scores: Readonly<Record<string, number>>;
  /** What stands for scores that were not measured. */
  estimates: Estimates;
  /** Null where the model has no rank. */
  ability: Pick<Capability, "ability" | "code"> | null;
  /** The worst state of the provider's API services. */
  status: ServiceState;
}

/** `blend` counts failures in the task's benchmarks. `capability` is the ability fitted over all benchmarks. */
export const QUALITY_KINDS = ["blend", "capability"] as const;
export type QualityKind = (typeof QUALITY_KINDS)[number];

export interface RoutingRequest {
  task: RoutingTask;
  qualityKind?: QualityKind | undefined;
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
  /** Weighted mean of the task's scores, 0 to 1. */
  blend: number;
  /** What stands for missing scores. */
  assumed: EstimatedScore[];
}

export interface Ranking<Candidate> {
  ranked: RankedModel<Candidate>[];
  /** Models of which enough is known for the task, before the caller's filters. */
  considered: number;
}

export const AVAILABILITY: Readonly<Record<ServiceState, number>> = { operational: 1, degraded: 0.5, down: 0, unknown: 0.7 };

const DECIMALS = 4;
/** Sums that differ only by the order of their terms count as equal. */
const TIE_DECIMALS = 10;
const NEAR_TIE = 1e-9;

const unweighted = ({ components: { quality, availability, cost } }: RankedModel<unknown>): number =>
  roundTo(quality + availability + cost, TIE_DECIMALS);

function compareRanked<Candidate extends RoutingCandidate>(left: RankedModel<Candidate>, right: RankedModel<Candidate>): number {
  const gap = right.compositeScore - left.compositeScore;
  // Rounding is costly, so only near ties are rounded.
  const difference =
    Math.abs(gap) > NEAR_TIE ? gap : roundTo(right.compositeScore, TIE_DECIMALS) - roundTo(left.compositeScore, TIE_DECIMALS);
  const [a, b] = [left.candidate, right.candidate];
  // A model never ranks below one that it dominates. Ties are broken by the unweighted components and
  // by what their scales round off at their ends.
  return (
    difference ||
    unweighted(right) - unweighted(left) ||
    roundTo(right.blend - left.blend, TIE_DECIMALS) ||
    blendedPrice(a.inputPrice, a.outputPrice) - blendedPrice(b.inputPrice, b.outputPrice) ||
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
    blend: round(model.blend),
    coverage: round(model.coverage),
  };
}

interface ScoredCandidate<Candidate> extends QualifiedCandidate<Candidate> {
  blend: number;
  coverage: number;
  assumed: EstimatedScore[];
  /** The lowest price of a model that leaves no reason to choose this model. */
  beatenAt: number;
}

function scoreCandidates<Candidate extends RoutingCandidate>(
  candidates: readonly Candidate[],
  task: RoutingTask,
  qualityKind: QualityKind,
): ScoredCandidate<Candidate>[] {
  const scored = candidates
    .map((candidate) => ({
      candidate,
      ...taskBlend(task, candidate.scores, candidate.estimates),
      blended: blendedPrice(candidate.inputPrice, candidate.outputPrice),
      ability: candidate.ability && (task === "code" ? candidate.ability.code : candidate.ability.ability),
      availability: AVAILABILITY[candidate.status],
    }))
    .filter(isKnown);
  const qualified = qualityKind === "capability" ? byAbility(scored) : byFailures(scored);
  return qualified.map((one) => ({ ...one, beatenAt: beatenAt(one, qualified) }));
}

const scoredByList = new WeakMap<readonly RoutingCandidate[], Map<string, ScoredCandidate<RoutingCandidate>[]>>();

/** Cached per list of candidates: what does not depend on the caller is computed once. */
function scoredCandidates<Candidate extends RoutingCandidate>(
  candidates: readonly Candidate[],
  task: RoutingTask,
  qualityKind: QualityKind,
): ScoredCandidate<Candidate>[] {
  const known = scoredByList.get(candidates) ?? new Map<string, ScoredCandidate<RoutingCandidate>[]>();
  scoredByList.set(candidates, known);
  const key = `${qualityKind}/${task}`;
  const scored = known.get(key) ?? scoreCandidates(candidates, task, qualityKind);
  known.set(key, scored);
  return scored as ScoredCandidate<Candidate>[];
}

/** Candidates are the key of a cache: never change such a list. */
export function rankModels<Candidate extends RoutingCandidate>(
  candidates: readonly Candidate[],
  { task, qualityKind = "blend", weights, budget = Infinity, minQuality = 0, topN }: RoutingRequest,
): Ranking<Candidate> {
  const considered = scoredCandidates(candidates, task, qualityKind);
  // The best always has quality 1, so that its blend must reach the lowest quality too.
  const lowestOf = ({ quality, blend }: { quality: number; blend: number }) =>
    qualityKind === "blend" ? Math.min(quality, blend) : quality;
  const fitting = considered.filter((one) => one.blended <= budget && lowestOf(one) >= minQuality);
  const costFor = costOf(fitting);
  // Where quality counts nothing, a better model is no reason against a cheaper one.
  const worthIt = weights.quality === 0 ? fitting : fitting.filter((one) => one.beatenAt > budget || one.beatenAt === Infinity);
  const scored = worthIt.map(({ candidate, quality, availability, blend, coverage, assumed, blended }): RankedModel<Candidate> => {
    const cost = costFor(blended);
    const components = { quality, availability, cost, latency: NEUTRAL_LATENCY };
    const { quality: q, availability: a, cost: c, latency: l } = weights;
    const compositeScore = q * quality + a * availability + c * cost + l * NEUTRAL_LATENCY;
    return { rank: 0, candidate, compositeScore, components, blend, coverage, assumed };
  });
  return { ranked: scored.toSorted(compareRanked).slice(0, topN).map(roundModel), considered: considered.length };
}
