import jstat from "jstat";
import { groupBy } from "../basics/group-by";

/** An offer as the API lists it, in US dollars per GPU and hour. */
export interface ListedOffer {
  provider: string;
  gpu_canonical: string;
  vram_gb: number | null;
  on_demand_usd_hr: number | null;
  spot_usd_hr: number | null;
  price_kind: string;
  is_live: boolean;
  source_url: string;
  last_seen: string | null;
}

export interface BoardPrice {
  usd: number;
  provider: string;
  kind: string;
  seenAt: string | null;
  sourceUrl: string;
}

/** A GPU's prices. What is live stands apart from what a list said on an earlier day. */
export interface BoardRow {
  gpu: string;
  vram: number | null;
  live: BoardPrice | null;
  list: BoardPrice | null;
  spot: BoardPrice | null;
  /** Over all live on-demand prices. */
  range: { lowest: number; median: number; highest: number } | null;
  /** What is live of it: nobody rents from a list of last spring. */
  offers: number;
  providers: number;
}

function cheapest(offers: readonly ListedOffer[], priceOf: (offer: ListedOffer) => number | null): BoardPrice | null {
  const priced = offers.flatMap((offer) => {
    const usd = priceOf(offer);
    return usd === null
      ? []
      : [{ usd, provider: offer.provider, kind: offer.price_kind, seenAt: offer.last_seen, sourceUrl: offer.source_url }];
  });
  return priced.toSorted((a, b) => a.usd - b.usd || a.provider.localeCompare(b.provider))[0] ?? null;
}

const rangeOf = (prices: readonly number[]): BoardRow["range"] =>
  prices.length === 0 ? null : { lowest: Math.min(...prices), median: jstat.median(prices), highest: Math.max(...prices) };

const onDemand = ({ on_demand_usd_hr: usd }: ListedOffer): number | null => usd;

export function gpuBoard(offers: readonly ListedOffer[]): BoardRow[] {
  const byGpu = groupBy(offers, ({ gpu_canonical: gpu }) => gpu);
  return [...byGpu].map(([gpu, own]) => {
    const live = own.filter(({ is_live: isLive }) => isLive);
    return {
      gpu,
      vram: own[0]?.vram_gb ?? null,
      live: cheapest(live, onDemand),
      list: cheapest(
        own.filter(({ is_live: isLive }) => !isLive),
        onDemand,
      ),
      spot: cheapest(live, ({ spot_usd_hr: usd }) => usd),
      range: rangeOf(live.map(onDemand).filter((usd) => usd !== null)),
      offers: live.length,
      providers: new Set(live.map(({ provider }) => provider)).size,
    };
  });
}
