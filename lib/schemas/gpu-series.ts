import { z } from "zod";
import { priceChange, type GpuDay } from "@/lib/domain/gpu-series";

export const GpuPoint = z.strictObject({
  date: z.string(),
  cheapest_on_demand_usd_hr: z.number().nullable(),
  cheapest_on_demand_provider: z.string().nullable(),
  cheapest_spot_usd_hr: z.number().nullable(),
  cheapest_spot_provider: z.string().nullable(),
  provider_count: z.int().nullable(),
  total_offers: z.int().nullable(),
  has_data: z.boolean(),
});

export type GpuPoint = z.output<typeof GpuPoint>;

const Change = z.strictObject({ start: z.number().nullable(), end: z.number().nullable(), pct_change: z.number().nullable() });

/** Cheapest prices of one GPU by day, free and paid alike. */
export const GpuSeries = z.strictObject({
  from: z.string(),
  to: z.string(),
  gpu: z.string(),
  vram_gb: z.int(),
  days: z.int(),
  points: z.array(GpuPoint),
  delta_in_window: z.strictObject({ on_demand: Change, spot: Change }),
  notes: z.array(z.string()),
});

export type GpuSeries = z.output<typeof GpuSeries>;

export const toGpuPoint = ({ date, day }: { date: string; day: GpuDay | null }): GpuPoint => ({
  date,
  cheapest_on_demand_usd_hr: day?.cheapestOnDemandUsdHour ?? null,
  cheapest_on_demand_provider: day?.cheapestOnDemandProvider ?? null,
  cheapest_spot_usd_hr: day?.cheapestSpotUsdHour ?? null,
  cheapest_spot_provider: day?.cheapestSpotProvider ?? null,
  provider_count: day?.providerCount ?? null,
  total_offers: day?.totalOffers ?? null,
  has_data: day !== null,
});

function changeOf(prices: readonly (number | null)[]): z.output<typeof Change> {
  const { start, end, pctChange } = priceChange(prices);
  return { start, end, pct_change: pctChange };
}

export const gpuChanges = (points: readonly GpuPoint[]): GpuSeries["delta_in_window"] => ({
  on_demand: changeOf(points.map((point) => point.cheapest_on_demand_usd_hr)),
  spot: changeOf(points.map((point) => point.cheapest_spot_usd_hr)),
});
