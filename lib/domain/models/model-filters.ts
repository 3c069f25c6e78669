import { blendedOrNull, type ModelListing } from "./model-listing";

export interface ModelFilters {
  capability?: string | undefined;
  /** USD per 1M tokens. */
  max_input_price?: number | undefined;
  max_output_price?: number | undefined;
  max_price?: number | undefined;
  min_context?: number | undefined;
  min_input?: number | undefined;
  tier?: string | undefined;
  /** True: open weights only; false: no filter. */
  open_weights?: boolean | undefined;
}

export type PricedListing = ModelListing & {
  inputPrice: number;
  outputPrice: number;
  contextWindow: number;
  tier: NonNullable<ModelListing["tier"]>;
};

export function isPriced(listing: ModelListing): listing is PricedListing {
  return listing.inputPrice !== null && listing.outputPrice !== null && listing.contextWindow !== null && listing.tier !== null;
}

const isUnder = (price: number | null, limit: number | undefined): boolean => limit === undefined || (price !== null && price <= limit);

/** Whether a size is unknown, or below a limit on it. */
const isBelow = (tokens: number | null, limit: number | undefined): boolean => limit !== undefined && (tokens === null || tokens < limit);

/** An unknown price or context window never passes a limit on it. */
export function matchesFilters(listing: ModelListing, filters: ModelFilters): boolean {
  if (filters.capability !== undefined && !listing.capabilities.includes(filters.capability)) return false;
  if (filters.tier !== undefined && listing.tier !== filters.tier) return false;
  if (filters.open_weights && listing.isOpenWeights !== true) return false;
  if (isBelow(listing.contextWindow, filters.min_context)) return false;
  if (isBelow(listing.maxInputTokens ?? listing.contextWindow, filters.min_input)) return false;
  return (
    isUnder(listing.inputPrice, filters.max_input_price) &&
    isUnder(listing.outputPrice, filters.max_output_price) &&
    (filters.max_price === undefined || isUnder(blendedOrNull(listing.inputPrice, listing.outputPrice), filters.max_price))
  );
}

const TIER_RANK: Record<string, number> = { flagship: 0, mid: 1, budget: 2 };

export function compareListings(left: ModelListing, right: ModelListing): number {
  const tier = (TIER_RANK[left.tier ?? ""] ?? 3) - (TIER_RANK[right.tier ?? ""] ?? 3);
  if (tier !== 0) return tier;
  const released = (right.released ?? "").localeCompare(left.released ?? "");
  if (released !== 0) return released;
  return left.name.localeCompare(right.name) || left.modelId.localeCompare(right.modelId);
}
