import { z } from "zod";

export const Modality = z.enum(["image", "video", "tts", "stt"]);

export const PricingUnit = z.enum(["per_image", "per_second_video", "per_1k_chars", "per_minute_audio"]);

export const MultimodalModel = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    providerId: z.string(),
    modality: Modality,
    pricingUnit: PricingUnit,
    pricingAmount: z.number().positive().nullable().describe("US dollars per unit; null where no price by this unit is known"),
    pricingNote: z.string(),
    priceKind: z.enum(["vendor", "host", "reseller"]).nullable().describe("Whose price it is; a reseller adds a margin"),
    priceHost: z.string().nullable(),
    alternativePrices: z.array(
      z.strictObject({
        provider: z.string(),
        pricingAmount: z.number().positive(),
        source_url: z.string(),
        verified_at: z.string().nullable(),
      }),
    ),
    maxOutput: z.string(),
    isMaxOutputKnown: z.boolean(),
    features: z.array(z.string()),
    openSource: z.boolean(),
    license: z.string().nullable(),
    released: z.string().nullable(),
    retired: z.string().nullable(),
    apiAvailable: z.boolean(),
    url: z.string(),
    notes: z.string(),
    source_url: z.string(),
    verified_at: z.string().nullable(),
  })
  .meta({ id: "MultimodalModel" });

export type MultimodalModel = z.output<typeof MultimodalModel>;
