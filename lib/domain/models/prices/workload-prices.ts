import type { ModelListing } from "../model-listing";
import type { PriceCondition, PriceConditionKind } from "./price-condition";

export const SERVICE_TIERS = ["standard", "batch", "flex", "priority"] as const;
export type ServiceTier = (typeof SERVICE_TIERS)[number];

/** How a workload is called, as far as the caller says it. */
export interface Usage {
  inputTokensPerDay: number;
  /** Share of the input that is read from the cache; 0 to 1. */
  cachedShare?: number | undefined;
  /** Share of the output that is thinking; 0 to 1. */
  thinkingShare?: number | undefined;
  requestsPerDay?: number | undefined;
  promptTokensPerRequest?: number | undefined;
  serviceTier?: ServiceTier | undefined;
}

type NotCounted = PriceConditionKind | "cached_input";

export interface WorkloadPrices {
  /** USD per 1M tokens at the tier and length of prompt. */
  input: number;
  output: number;
  /** USD per 1M tokens at the cached share of the input and the thinking share of the output. */
  mixedInput: number;
  mixedOutput: number;
  /** USD a day; null where nothing is charged by request. */
  requests: number | null;
  notCounted: NotCounted[];
}

type Priced = Pick<ModelListing, "cachedInputPrice" | "priceConditions"> & { inputPrice: number; outputPrice: number };

const mixed = (price: number, other: number, share: number): number => price * (1 - share) + other * share;

/** Chooses among prices by length of prompt the one of the longest length that this prompt exceeds. */
const stepOf = (conditions: readonly PriceCondition[], promptTokens: number | null): PriceCondition | undefined =>
  conditions
    .filter(({ above }) => above === undefined || (promptTokens !== null && promptTokens > above))
    .toSorted((left, right) => (right.above ?? 0) - (left.above ?? 0))[0];

function sizesOf({ inputTokensPerDay, requestsPerDay, promptTokensPerRequest }: Usage) {
  const isCounted = requestsPerDay !== undefined && requestsPerDay > 0;
  return {
    promptTokens: promptTokensPerRequest ?? (isCounted ? inputTokensPerDay / requestsPerDay : null),
    requests: requestsPerDay ?? (promptTokensPerRequest ? inputTokensPerDay / promptTokensPerRequest : null),
  };
}

/** Conditions that the caller's words decide. Every other condition is left out of a projection. */
type Decided = Partial<Record<NotCounted, boolean>>;

function leftOut({ priceConditions }: Priced, decided: Decided): NotCounted[] {
  const kinds = new Set<NotCounted>(priceConditions.map(({ kind }) => kind));
  if (decided.cached_input === false) kinds.add("cached_input");
  return [...kinds].filter((kind) => decided[kind] !== true);
}

/** A listing's prices for a workload, and which of its conditions are not counted in them. */
export function workloadPrices(listing: Priced, usage: Usage): WorkloadPrices {
  const of = (kind: PriceConditionKind): PriceCondition[] => listing.priceConditions.filter((condition) => condition.kind === kind);
  const { promptTokens, requests } = sizesOf(usage);
  const tierName = usage.serviceTier ?? "standard";
  const tier = stepOf(
    of("service_tier").filter(({ value }) => value === tierName),
    promptTokens,
  );
  const length = stepOf(of("prompt_tokens_above"), promptTokens);
  const row = tier ?? length;
  const [input, output] = [row?.input ?? listing.inputPrice, row?.output ?? listing.outputPrice];
  const cached = row ? (row.cached_input ?? null) : listing.cachedInputPrice;
  const thinking = row ? null : (of("thinking_output")[0]?.output ?? null);
  const perThousand = of("per_request")[0]?.per_1k ?? null;
  const { cachedShare = 0, thinkingShare } = usage;
  return {
    input,
    output,
    mixedInput: mixed(input, cached ?? input, cachedShare),
    mixedOutput: mixed(output, thinking ?? output, thinkingShare ?? 0),
    requests: perThousand === null || requests === null ? null : (perThousand * requests) / 1000,
    notCounted: leftOut(listing, {
      prompt_tokens_above: promptTokens !== null && (!tier || !length || tier.above === length.above),
      service_tier: tierName === "standard" || tier !== undefined,
      thinking_output: thinkingShare !== undefined && (thinkingShare === 0 || thinking !== null),
      per_request: requests !== null,
      cached_input: cachedShare === 0 || cached !== null,
    }),
  };
}
