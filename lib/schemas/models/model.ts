import { z } from "zod";
import { checkedOnce } from "../checked-once";
import { ModelEndFields, ModelLifeFields } from "./model-life";
import { ScoresOf } from "./benchmark";
import { SET_ASIDE_REASONS } from "@/lib/domain/models/prices/price-units";
import { PriceCondition } from "./price-condition";

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
    set_aside: z.enum(SET_ASIDE_REASONS).optional().describe("Why this price is not believed"),
  })
  .meta({ id: "PriceSourceReading" });

const SetAsideReading = z
  .strictObject({
    source: z.string().describe("Key of an entry of `sources`"),
    kind: z.string().describe("`token_price`, `cached_input`, or a kind of `priceConditions`"),
    inputPrice: z.number().nullable().describe("As the source states it, as USD per 1M tokens; of a single figure, that figure"),
    outputPrice: z.number().nullable(),
    verified_at: z.string().nullable().describe("Day on which it was seen at this source"),
    reason: z.enum(SET_ASIDE_REASONS),
  })
  .meta({ id: "SetAsideReading" });

const LongContextPricing = z
  .strictObject({ aboveInputTokens: z.int().positive(), inputPrice: Price, outputPrice: Price, cachedInputPrice: Price.optional() })
  .meta({ id: "LongContextPricing" });

const shared = {
  maker: z.string().nullable().describe("Provider id of the model's maker; null when the sources do not say"),
  cachedInputPrice: Price.optional(),
  cacheWritePrice: Price.optional(),
  longContextPricing: z.array(LongContextPricing).optional().describe("The `prompt_tokens_above` of `priceConditions`"),
  priceConditions: z.array(PriceCondition).optional().describe("Prices that hold on a condition; left out where none is known"),
  pricingNote: z
    .string()
    .optional()
    .describe("How this listing is charged where its price does not say it, or which hours its price is of"),
  freeListing: z.literal(true).optional().describe("Given away here: a 0/0 listing, not the model's price"),
  capabilities: z.array(z.string()),
  family: z.string().optional(),
  released: z.string().nullable().describe("YYYY-MM, or YYYY; null when unknown"),
  openSource: z.boolean().optional().describe("Weights can be downloaded; left out when unknown"),
  license: z.string().optional(),
  maxInputTokens: z
    .int()
    .positive()
    .optional()
    .describe("The most input, which may be less than the window; left out when no source states it"),
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
  readings_set_aside: z
    .array(SetAsideReading)
    .optional()
    .describe("Only with `include=sources`: figures of sources that are not believed, and why"),
  price_sources: z.array(PriceSourceReading).describe("What each source says: the believed source first, sources that are set aside last"),
  priceConflict: z
    .boolean()
    .describe("Sources read within 90 days of each other differ by more than 0.5%, or a reading of whatever age by ten times"),
};

export const ModelEntry = z
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
  .meta({ id: "ModelEntry" });

export const UnpricedModelEntry = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    inputPrice: Price.nullable(),
    outputPrice: Price.nullable(),
    blendedPrice: Price.nullable(),
    contextWindow: z.int().positive().nullable(),
    tier: ModelTierName.nullable(),
    ...shared,
    pricing: z.null().optional().describe("Present where the listing is sold by seat or plan: it has no price of tokens"),
    reason: z.enum(["price_unknown", "sold_by_plan", "context_window_unknown"]),
  })
  .meta({ id: "UnpricedModelEntry" });

export const ModelProvider = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    models: z.array(checkedOnce(ModelEntry)),
    unpriced: z.array(checkedOnce(UnpricedModelEntry)).describe("Models whose price nobody publishes, or whose context window is unknown"),
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
