import { roundTo } from "../basics/arithmetic";
import { DAY_MS } from "../basics/time";

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

/** Every day of the range, both ends included; null for days that were not captured. */
export function fillDays(days: readonly GpuDay[], from: string, to: string): { date: string; day: GpuDay | null }[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const filled = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) {
    const date = new Date(ms).toISOString().slice(0, 10);
    filled.push({ date, day: byDate.get(date) ?? null });
  }
  return filled;
}

/** First and last known price in a window, and the change between them in per cent. */
export function priceChange(prices: readonly (number | null)[]): PriceChange {
  const known = prices.filter((price) => price !== null);
  const start = known[0] ?? null;
  const end = known.at(-1) ?? null;
  const pctChange = start === null || end === null || start === 0 ? null : Math.round(((end - start) / start) * 10_000) / 100;
  return { start, end, pctChange };
}

export interface PriceSpread {
  min: number | null;
  max: number | null;
  /** Mean of the days that have a price, six decimals. */
  avg: number | null;
  days: number;
}

/** How far a price moved over the days on which it is known. */
export function priceSpread(prices: readonly (number | null)[]): PriceSpread {
  const known = prices.filter((price) => price !== null);
  if (known.length === 0) return { min: null, max: null, avg: null, days: 0 };
  return {
    min: Math.min(...known),
    max: Math.max(...known),
    avg: roundTo(known.reduce((sum, price) => sum + price, 0) / known.length, 6),
    days: known.length,
  };
}
