import { z } from "zod";
import type { GpuModel, GpuNamer } from "@/lib/domain/gpu/gpu-names";
import { SET_ASIDE_REASONS, type SetAsideReason } from "@/lib/domain/gpu/set-aside";
import { priceChange, type GpuDay } from "@/lib/domain/gpu/gpu-series";

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

export function gpuParam(nameGpu: GpuNamer, models: readonly GpuModel[]) {
  return z
    .string()
    .max(100)
    .transform((text, context) => {
      const id = nameGpu(text, null);
      if (id !== null) return id;
      context.addIssue({ code: "custom", message: "is not a known GPU" });
      return z.NEVER;
    })
    .meta({
      missing: "gpu_required",
      invalid: "invalid_gpu",
      accepts: `one of ${models.map(({ id }) => id).join(", ")}`,
      known: { name: "GPU names", values: models.map(({ id }) => id) },
      description: "Canonical name of the GPU",
    });
}

export const GpuPriceType = z.enum(["on_demand", "spot"]);

export const GpuOffer = z
  .strictObject({
    provider: z.string(),
    gpu_canonical: z.string().describe("OTHER for a GPU without a canonical name"),
    gpu_raw: z.string(),
    vram_gb: z.int().positive().nullable(),
    on_demand_usd_hr: z.number().positive().nullable().describe("US dollars per GPU hour"),
    spot_usd_hr: z.number().positive().nullable(),
    available_count: z.int().nonnegative().nullable(),
    region: z.string().nullable(),
    tier: z.string().nullable(),
    instance: z.string().nullable(),
    gpus_per_instance: z.int().positive(),
    price_kind: z.enum(["list", "average", "median", "from", "undated"]),
    is_live: z.boolean().describe("True for a price read by this service, false for one of the bundled catalog"),
    source: z.string().describe("Who stated the price: a live price list, or one of `sources`"),
    source_url: z.string().describe("Where the provider states its prices"),
    last_seen: z.string().nullable().describe("When the price was read at its source"),
    note: z.string().nullable(),
    set_aside: z
      .array(
        z.strictObject({
          price: GpuPriceType,
          usd_hr: z.number().positive(),
          reason: z.enum(Object.keys(SET_ASIDE_REASONS) as [SetAsideReason, ...SetAsideReason[]]),
        }),
      )
      .describe("Prices that the source states and that contradict all others, so that they count nowhere"),
  })
  .meta({ id: "GpuOffer" });

export const CheapestGpu = z
  .strictObject({
    provider: z.string(),
    usd_hr: z.number().positive(),
    gpu_raw: z.string(),
    available_count: z.int().nonnegative().nullable(),
    region: z.string().nullable(),
    tier: z.string().nullable(),
    price_kind: GpuOffer.shape.price_kind,
    is_live: z.boolean(),
    source_url: z.string(),
    last_seen: z.string().nullable(),
  })
  .meta({ id: "CheapestGpu" });

export type GpuOffer = z.output<typeof GpuOffer>;
export type CheapestGpu = z.output<typeof CheapestGpu>;
