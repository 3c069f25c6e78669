import { rankModels, type RoutingCandidate, type RoutingRequest } from "@/lib/domain/models/routing/rank-models";
import { lowScoresOf } from "@/lib/domain/models/routing/routing-blends";
import { DEFAULT_WEIGHTS, routingWeights, type RoutingWeights } from "@/lib/domain/models/routing/routing-weights";

export const aCandidate = (overrides: Partial<RoutingCandidate> = {}): RoutingCandidate => ({
  providerId: "anthropic",
  modelId: "a",
  name: "A",
  inputPrice: 2,
  outputPrice: 10,
  scores: { swe_bench: 80, mmlu_pro: 80, human_eval: 80, gpqa_diamond: 80, math: 80 },
  status: "operational",
  ...overrides,
});

export const aRoutingRequest = (overrides: Partial<RoutingRequest> = {}): RoutingRequest => ({
  task: "general",
  weights: DEFAULT_WEIGHTS,
  topN: 5,
  ...overrides,
});

export const rank = (candidates: readonly RoutingCandidate[], overrides: Partial<RoutingRequest> = {}) =>
  rankModels({ candidates, lowScores: lowScoresOf(candidates.map(({ scores }) => scores)) }, aRoutingRequest(overrides)).ranked;

export const validWeights = (weights: Partial<RoutingWeights>): RoutingWeights => routingWeights(weights) as RoutingWeights;
