import { blendedOrNull, type ModelListing } from "./model-listing";

export interface ModelFilters {
  capability?: string | undefined;
  /** USD per 1M tokens. */
  maxInputPrice?: number | undefined;
  maxOutputPrice?: number | undefined;
  maxBlendedPrice?: number | undefined;
  minContext?: number | undefined;
  tier?: string | undefined;
  /** True: open weights only; false: no filter. */
  isOpenWeights?: boolean | undefined;
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

/** An unknown price or context window never passes a limit on it. */
export function matchesFilters(listing: ModelListing, filters: ModelFilters): boolean {
  const isUnder = (price: number | null, limit: number | undefined): boolean => limit === undefined || (price !== null && price <= limit);
  const blended = blendedOrNull(listing.inputPrice, listing.outputPrice);
  if (filters.capability !== undefined && !listing.capabilities.includes(filters.capability)) return false;
  if (filters.tier !== undefined && listing.tier !== filters.tier) return false;
  if (filters.isOpenWeights && listing.isOpenWeights !== true) return false;
  if (filters.minContext !== undefined && (listing.contextWindow === null || listing.contextWindow < filters.minContext)) return false;
  return (
    isUnder(listing.inputPrice, filters.maxInputPrice) &&
    isUnder(listing.outputPrice, filters.maxOutputPrice) &&
    isUnder(blended, filters.maxBlendedPrice)
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
