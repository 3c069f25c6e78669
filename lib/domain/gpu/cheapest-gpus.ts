export type GpuPriceType = "on_demand" | "spot";

/** Prices in USD per GPU hour; null where unknown or not offered. */
export interface GpuOffer {
  provider: string;
  gpuRaw: string;
  /** Null for a GPU missing from the catalog. */
  gpu: string | null;
  onDemandUsdHour: number | null;
  spotUsdHour: number | null;
  availableCount: number | null;
  region: string | null;
  tier: string | null;
  priceKind: string;
  sourceUrl: string;
  seenAt: Date | null;
}

export const priceOf = (offer: GpuOffer, type: GpuPriceType): number | null =>
  type === "spot" ? offer.spotUsdHour : offer.onDemandUsdHour;

/** The cheapest offer of each provider for one GPU, by price. Undated offers are left out. */
export function cheapestOffers<Offer extends GpuOffer>(offers: readonly Offer[], gpu: string, type: GpuPriceType): Offer[] {
  const priced = offers.filter((offer) => offer.gpu === gpu && offer.seenAt !== null && priceOf(offer, type) !== null);
  const sorted = priced.toSorted(
    (a, b) =>
      (priceOf(a, type) as number) - (priceOf(b, type) as number) ||
      a.provider.localeCompare(b.provider, "en") ||
      a.gpuRaw.localeCompare(b.gpuRaw, "en"),
  );
  const seen = new Set<string>();
  return sorted.filter(({ provider }) => !seen.has(provider) && seen.add(provider));
}

export interface GpuSummary<Offer extends GpuOffer> {
  gpu: string;
  vramGb: number;
  providerCount: number;
  totalOffers: number;
  cheapestOnDemand: Offer | null;
  cheapestSpot: Offer | null;
}

export function summariseGpus<Offer extends GpuOffer>(
  offers: readonly Offer[],
  models: readonly { id: string; vramGb: number }[],
): GpuSummary<Offer>[] {
  return models.flatMap(({ id, vramGb }) => {
    const own = offers.filter((offer) => offer.gpu === id);
    if (own.length === 0) return [];
    return [
      {
        gpu: id,
        vramGb,
        providerCount: new Set(own.map(({ provider }) => provider)).size,
        totalOffers: own.length,
        cheapestOnDemand: cheapestOffers(own, id, "on_demand")[0] ?? null,
        cheapestSpot: cheapestOffers(own, id, "spot")[0] ?? null,
      },
    ];
  });
}
