import { type GpuOffer, type GpuPriceType, priceOf } from "./cheapest-gpus";

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** The wire form of a ranked offer, which always has a price. */
export function toCheapestGpu<Kind extends string>(offer: GpuOffer & { priceKind: Kind; isLive: boolean }, type: GpuPriceType) {
  return {
    provider: offer.provider,
    usd_hr: priceOf(offer, type) as number,
    gpu_raw: offer.gpuRaw,
    available_count: offer.availableCount,
    region: offer.region,
    tier: offer.tier,
    price_kind: offer.priceKind,
    is_live: offer.isLive,
    source_url: offer.sourceUrl,
    last_seen: iso(offer.seenAt),
  };
}
