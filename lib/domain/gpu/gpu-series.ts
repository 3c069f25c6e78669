import jstat from "jstat";
import { roundTo } from "../basics/arithmetic";

export interface GpuDay {
  date: string;
  cheapestOnDemandUsdHour: number | null;
  cheapestOnDemandProvider: string | null;
  cheapestSpotUsdHour: number | null;
  cheapestSpotProvider: string | null;
  providerCount: number;
  totalOffers: number;
}

export interface PriceChange {
  start: number | null;
  end: number | null;
  pctChange: number | null;
}

export function priceChange(prices: readonly (number | null)[]): PriceChange {
  const knownPrices = prices.filter((price) => price !== null);
  const start = knownPrices[0] ?? null;
  const end = knownPrices.at(-1) ?? null;
  const pctChange = start === null || end === null || start === 0 ? null : Math.round(((end - start) / start) * 10_000) / 100;
  return { start, end, pctChange };
}

export interface PriceSpread {
  min: number | null;
  max: number | null;
  /** Mean over the days with a price, six decimals. */
  avg: number | null;
  days: number;
}

export function priceSpread(prices: readonly (number | null)[]): PriceSpread {
  const knownPrices = prices.filter((price) => price !== null);
  if (knownPrices.length === 0) return { min: null, max: null, avg: null, days: 0 };
  return {
    min: Math.min(...knownPrices),
    max: Math.max(...knownPrices),
    avg: roundTo(jstat.mean(knownPrices), 6),
    days: knownPrices.length,
  };
}
