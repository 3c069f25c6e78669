import { z } from "zod";
import { lifeOf } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import { blendedOrNull, type ModelListing } from "@/lib/domain/models/model-listing";
import { pricingNoteOf } from "@/lib/domain/models/prices/pricing-note";
import { ModelTierName } from "./model";
import { PriceCondition } from "./price-condition";
import { DeprecationDate, ModelStatus } from "./model-life";

/** Entry for a key that matches no model, or several. */
export const UnmatchedModel = z
  .strictObject({
    matched: z.literal(false),
    query: z.string().describe("As asked"),
    reason: z.enum(["model_not_found", "ambiguous_model"]),
    candidates: z
      .array(z.string())
      .describe("`provider/id` of models that the key could mean, or for `model_not_found` of models with a similar name"),
  })
  .meta({ id: "UnmatchedModel" });

/** What a caller should know of the listing that was taken for a name. */
export const MatchNote = z
  .string()
  .nullable()
  .describe("Whose price it is and what of the name was left out, where the name does not say so itself; else null");

export const matchNoteOf = (notes: readonly string[]): string | null => (notes.length === 0 ? null : notes.join(" "));

interface Unmatched {
  query: string;
  reason: z.output<typeof UnmatchedModel>["reason"];
  candidates: string[];
}

export const toUnmatched = ({ query, reason, candidates }: Unmatched): z.output<typeof UnmatchedModel> => ({
  matched: false,
  query,
  reason,
  candidates,
});

const Price = z.number().nonnegative().nullable().describe("USD per 1M tokens; null where nobody publishes a price");

/** A null price is unknown, never free. */
const NullablePricing = z
  .strictObject({ input: Price, output: Price, blended: Price.describe("Mean of input and output") })
  .meta({ id: "NullablePricing" });

export const ListingFacts = z.strictObject({
  id: z.string(),
  name: z.string(),
  tier: ModelTierName.nullable(),
  pricing: NullablePricing.nullable().describe("Null where the listing is sold by seat or plan"),
  pricingNote: z.string().optional().describe("How the listing is charged where its price does not say it"),
  priceConditions: z.array(PriceCondition).optional().describe("Prices that hold on a condition"),
  free_listing: z.boolean().describe("Given away here: 0 is not the model's price elsewhere"),
  context_window: z.int().nullable(),
  released: z.string().nullable(),
  capabilities: z.array(z.string()),
  open_source: z.boolean().nullable(),
  model_status: ModelStatus,
  deprecationDate: DeprecationDate,
});

function pricingNoteField(listing: ModelListing): { pricingNote?: string } {
  const pricingNote = pricingNoteOf(listing);
  return pricingNote === null ? {} : { pricingNote };
}

export const toListingFacts = (listing: ModelListing, today: string): z.output<typeof ListingFacts> => ({
  id: listing.modelId,
  name: modelLabel(listing.name),
  tier: listing.tier,
  pricing:
    listing.billing === "plan"
      ? null
      : {
          input: listing.inputPrice,
          output: listing.outputPrice,
          blended: blendedOrNull(listing.inputPrice, listing.outputPrice),
        },
  ...pricingNoteField(listing),
  ...(listing.priceConditions.length > 0 ? { priceConditions: listing.priceConditions } : {}),
  free_listing: listing.isFreeListing,
  context_window: listing.contextWindow,
  released: listing.released?.slice(0, 7) ?? null,
  capabilities: listing.capabilities,
  open_source: listing.isOpenWeights,
  model_status: lifeOf(listing, today),
  deprecationDate: listing.deprecationDate,
});

export const NamedSource = z
  .strictObject({ key: z.string(), name: z.string(), url: z.string().nullable(), license: z.string() })
  .meta({ id: "NamedSource" });

export const Attribution = z.strictObject({ pricing: z.array(NamedSource), benchmarks: z.array(NamedSource) }).meta({ id: "Attribution" });

const Moment = z.iso.datetime().nullable();

export const InputTimes = z.strictObject({ pricing: Moment, benchmarks: Moment, status: Moment, news: Moment }).meta({ id: "InputTimes" });

export const NamingArticle = z
  .strictObject({ title: z.string(), url: z.string(), source: z.string(), published_at: z.iso.datetime() })
  .meta({ id: "NamingArticle" });

export const RecentNews = {
  recent_news_count: z.int().describe("Articles of the last 7 days that name the provider"),
  recent_news: z.array(NamingArticle).describe("The newest of them"),
};
