import jstat from "jstat";
import { groupBy } from "../basics/group-by";
import { type GpuOffer, type GpuPriceType, priceOf } from "./cheapest-gpus";

/** A price below this share of the others' median is a slip, or an offer of something else. */
const LEAST_SHARE = 0.1;

export const SET_ASIDE_REASONS = {
  below_tenth_of_median: "less than a tenth of the GPU's median price on demand",
  spot_above_on_demand: "above the price on demand of the same provider and region",
} as const;
export type SetAsideReason = keyof typeof SET_ASIDE_REASONS;

/** A price that is stated and contradicts all other evidence. */
interface SetAsidePrice {
  price: GpuPriceType;
  usdHour: number;
  reason: SetAsideReason;
}

export type JudgedOffer<Offer> = Offer & { setAside: readonly SetAsidePrice[] };

const asked = (offers: readonly GpuOffer[], type: GpuPriceType): number[] =>
  offers.map((offer) => priceOf(offer, type)).filter((price) => price !== null);

/** The provider's on-demand price for this GPU and region. Without one in the offer, its highest there counts. */
function onDemandBeside(offer: GpuOffer, ofGpu: readonly GpuOffer[]): number | null {
  if (offer.onDemandUsdHour !== null) return offer.onDemandUsdHour;
  const beside = ofGpu.filter(({ provider, region }) => provider === offer.provider && region === offer.region);
  const prices = asked(beside, "on_demand");
  return prices.length === 0 ? null : Math.max(...prices);
}

function reasonAgainst(offer: GpuOffer, type: GpuPriceType, ofGpu: readonly GpuOffer[], median: number | null): SetAsideReason | null {
  const price = priceOf(offer, type);
  if (price === null) return null;
  if (median !== null && price < LEAST_SHARE * median) return "below_tenth_of_median";
  if (type === "on_demand") return null;
  const onDemand = onDemandBeside(offer, ofGpu);
  return onDemand !== null && price > onDemand ? "spot_above_on_demand" : null;
}

function judge<Offer extends GpuOffer>(offer: Offer, ofGpu: readonly Offer[], median: number | null): JudgedOffer<Offer> {
  const setAside = (["on_demand", "spot"] as const).flatMap((price) => {
    const reason = reasonAgainst(offer, price, ofGpu, median);
    return reason === null ? [] : [{ price, usdHour: priceOf(offer, price) as number, reason }];
  });
  const isSetAside = (type: GpuPriceType): boolean => setAside.some(({ price }) => price === type);
  return {
    ...offer,
    onDemandUsdHour: isSetAside("on_demand") ? null : offer.onDemandUsdHour,
    spotUsdHour: isSetAside("spot") ? null : offer.spotUsdHour,
    setAside,
  };
}

/**
 * Takes out and names prices that contradict those of the other offers, in the order of the offers.
 * Give all offers of a GPU at once.
 */
export function setAsidePrices<Offer extends GpuOffer>(offers: readonly Offer[]): JudgedOffer<Offer>[] {
  const byGpu = groupBy(offers, ({ gpu }) => gpu);
  const medians = new Map(
    [...byGpu]
      .map(([gpu, own]) => [gpu, asked(own, "on_demand")] as const)
      .map(([gpu, prices]) => [gpu, prices.length === 0 ? null : jstat.median(prices)]),
  );
  return offers.map((offer) =>
    // Offers that are not named are of different GPUs.
    offer.gpu === null ? judge(offer, [offer], null) : judge(offer, byGpu.get(offer.gpu) ?? [], medians.get(offer.gpu) ?? null),
  );
}
