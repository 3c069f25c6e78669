import { z } from "zod";

/** Entry for a key that matches no model, or several. */
export const UnmatchedModel = z
  .strictObject({
    matched: z.literal(false),
    query: z.string().describe("As asked"),
    reason: z.enum(["model_not_found", "ambiguous_model"]),
    candidates: z.array(z.string()).describe("`provider/id` of the models that the key could mean"),
  })
  .meta({ id: "UnmatchedModel" });

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
export const NullablePricing = z
  .strictObject({ input: Price, output: Price, blended: Price.describe("Mean of input and output") })
  .meta({ id: "NullablePricing" });

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
