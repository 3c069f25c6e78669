import { z } from "zod";
import { ModelEndFields, ModelLifeFields } from "./model-life";
import { ScoresOf } from "./benchmark";
import { keptPart } from "../kept-parts";

export const MODEL_CAPABILITIES = [
  "text",
  "vision",
  "tool-use",
  "code",
  "reasoning",
  "structured-output",
  "prompt-caching",
  "file-input",
  "audio-input",
  "audio-output",
  "video-input",
  "image-output",
  "web-search",
  "computer-use",
] as const;

export const ModelTierName = z.enum(["flagship", "mid", "budget"]);

const Price = z.number().nonnegative().describe("USD per 1M tokens");

const PriceSourceReading = z
  .strictObject({
    source: z.string().describe("Key of an entry of `sources`"),
    inputPrice: Price,
    outputPrice: Price,
    verified_at: z.string().nullable().describe("Day on which the price was last seen at this source"),
  })
  .meta({ id: "PriceSourceReading" });

const LongContextPricing = z
  .strictObject({ aboveInputTokens: z.int().positive(), inputPrice: Price, outputPrice: Price, cachedInputPrice: Price.optional() })
  .meta({ id: "LongContextPricing" });

const shared = {
  maker: z.string().nullable().describe("Provider id of who made the model; null when the sources do not say"),
  cachedInputPrice: Price.optional(),
  cacheWritePrice: Price.optional(),
  longContextPricing: z.array(LongContextPricing).optional(),
  freeListing: z.literal(true).optional().describe("Given away here: a 0/0 listing, not the model's price"),
  capabilities: z.array(z.string()),
  family: z.string().optional(),
  released: z.string().nullable().describe("YYYY-MM, or YYYY; null when unknown"),
  openSource: z.boolean().optional().describe("Weights can be downloaded; left out when unknown"),
  license: z.string().optional(),
  maxOutputTokens: z.int().positive().optional(),
  modalitiesIn: z.array(z.string()).optional(),
  modalitiesOut: z.array(z.string()).optional(),
  knowledgeCutoff: z.string().optional(),
  ...ModelLifeFields,
  ...ModelEndFields,
  stage: z.enum(["alpha", "beta"]).optional().describe("Left out for models that are generally available"),
  note: z.string().optional(),
  source: z.string().nullable().describe("Where the price comes from: key of an entry of `sources`"),
  source_url: z.string().nullable(),
  verified_at: z.string().nullable(),
  benchmark_scores: z
    .record(z.string(), z.number())
    .describe("Percent by benchmark id; empty where nobody measured this model. /api/benchmarks says when and by whom"),
  scores_of: ScoresOf,
  price_sources: z.array(PriceSourceReading).describe("What each source says, the believed one first"),
  priceConflict: z.boolean().describe("Sources read within 90 days of each other differ by more than 0.5%"),
};

export const ModelEntry = keptPart(
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      inputPrice: Price,
      outputPrice: Price,
      blendedPrice: Price.describe("Mean of input and output price, USD per 1M tokens"),
      contextWindow: z.int().positive(),
      tier: ModelTierName,
      ...shared,
    })
    .meta({ id: "ModelEntry" }),
);

export const UnpricedModelEntry = keptPart(
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      inputPrice: Price.nullable(),
      outputPrice: Price.nullable(),
      blendedPrice: Price.nullable(),
      contextWindow: z.int().positive().nullable(),
      tier: ModelTierName.nullable(),
      ...shared,
      reason: z.enum(["price_unknown", "context_window_unknown"]),
    })
    .meta({ id: "UnpricedModelEntry" }),
);

export const ModelProvider = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    models: z.array(ModelEntry),
    unpriced: z.array(UnpricedModelEntry).describe("Models whose price nobody publishes, or whose context window is unknown"),
  })
  .meta({ id: "ModelProvider" });

export type ModelProvider = z.output<typeof ModelProvider>;

export const PriceSource = z
  .strictObject({
    key: z.string(),
    name: z.string(),
    url: z.string(),
    license: z.string(),
    last_read_at: z.iso
      .datetime()
      .nullable()
      .describe("Last whole reading by this service; null for sources known from the bundled catalog only"),
    fault: z.string().nullable().describe("Why the newest reading was refused, for instance `shrunk`; its previous one is kept"),
  })
  .meta({ id: "PriceSource" });
