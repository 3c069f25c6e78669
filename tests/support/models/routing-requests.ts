import { rankModels, type RoutingCandidate, type RoutingRequest } from "@/lib/domain/models/routing/rank-models";
import { estimatesOf, lastResortOf } from "@/lib/domain/models/capability/estimated-scores";
import { DEFAULT_WEIGHTS, routingWeights, type RoutingWeights } from "@/lib/domain/models/routing/routing-weights";

export const aCandidate = (overrides: Partial<RoutingCandidate> = {}): RoutingCandidate => ({
  providerId: "anthropic",
  modelId: "a",
  name: "A",
  inputPrice: 2,
  outputPrice: 10,
  scores: { swe_bench: 80, mmlu_pro: 80, human_eval: 80, gpqa_diamond: 80, math: 80 },
  estimates: {},
  ability: null,
  status: "operational",
  ...overrides,
});

export const aRoutingRequest = (overrides: Partial<RoutingRequest> = {}): RoutingRequest => ({
  task: "general",
  weights: DEFAULT_WEIGHTS,
  topN: 5,
  ...overrides,
});

/** Without abilities, the last resort stands for scores that are missing. */
export const rank = (candidates: readonly Omit<RoutingCandidate, "estimates" | "ability">[], overrides: Partial<RoutingRequest> = {}) => {
  const estimates = estimatesOf(undefined, lastResortOf(candidates.map(({ scores }) => scores)));
  return rankModels(
    candidates.map((one) => ({ ability: null, ...one, estimates })),
    aRoutingRequest(overrides),
  ).ranked;
};

export const validWeights = (weights: Partial<RoutingWeights>): RoutingWeights => routingWeights(weights) as RoutingWeights;
