import { z } from "zod";

export const EmbeddingType = z.enum(["embedding", "reranker"]);

const HostedPrice = z.strictObject({
  provider: z.string(),
  pricePer1MTokens: z.number().nonnegative(),
  source_url: z.string(),
  verified_at: z.string().nullable(),
});

export const EmbeddingModel = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    providerId: z.string(),
    type: EmbeddingType,
    dimensions: z.int().positive().nullable().describe("Null for rerankers"),
    dimensionOptions: z.array(z.int().positive()).nullable(),
    maxInputTokens: z.int().positive(),
    pricePer1MTokens: z.number().nonnegative().nullable().describe("Null where nothing is charged by the token, or the price is unknown"),
    pricePer1KSearches: z.number().positive().nullable(),
    pricingNote: z.string(),
    openSource: z.boolean(),
    license: z.string(),
    licenseUrl: z.string().nullable(),
    multilingual: z.boolean().describe("True where the maker says so"),
    modalities: z.array(z.string()),
    parameters: z.int().positive().nullable(),
    released: z.string().nullable(),
    mtebAvg: z.number().min(0).max(100).nullable(),
    mtebVariant: z
      .enum(["multilingual_v2", "english_v2", "english_v1_56"])
      .nullable()
      .describe("Averages of different variants cannot be compared"),
    mteb_source_url: z.string().nullable(),
    hostedPrices: z.array(HostedPrice),
    url: z.string(),
    notes: z.string(),
    source_url: z.string(),
    verified_at: z.string().nullable(),
    price_source_url: z.string().nullable(),
    price_verified_at: z.string().nullable(),
  })
  .meta({ id: "EmbeddingModel" });

export type EmbeddingModel = z.output<typeof EmbeddingModel>;
