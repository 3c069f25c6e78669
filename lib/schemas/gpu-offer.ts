import { z } from "zod";

export const GpuPriceType = z.enum(["on_demand", "spot"]);

export const GpuOffer = z
  .strictObject({
    provider: z.string(),
    gpu_raw: z.string(),
    gpu_canonical: z.string().describe("OTHER for a GPU without a canonical name"),
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
    note: z.string().nullable(),
    last_seen: z.string().nullable().describe("When the price was read at its source"),
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
