import { z } from "zod";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { projectCost, PROJECTION_HORIZONS, rankByMonth, type ProjectedCost, type Workload } from "@/lib/domain/models/cost-projection";
import { utcDay } from "@/lib/domain/basics/date-range";
import { lifeFields, lifeNotes } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import { blendedOrNull, listingKey } from "@/lib/domain/models/model-listing";
import { PRICE_CONDITIONS } from "@/lib/domain/models/prices/price-condition";
import {
  SERVICE_TIERS,
  workloadPrices,
  type ServiceTier,
  type Usage,
  type WorkloadPrices,
} from "@/lib/domain/models/prices/workload-prices";
import { pricingSourcesOf } from "@/lib/loaders/models/attribution";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { matchDistinct, MOST_NAMES, type MatchedListing } from "@/lib/loaders/models/match-listings";
import { MatchNote, matchNoteOf, NamedSource, toUnmatched, UnmatchedModel } from "@/lib/schemas/models/matched-model";
import { ModelLifeFields } from "@/lib/schemas/models/model-life";
import { listParam, numberParam } from "@/lib/schemas/params";

/** Models of one call. */
export const LEAST_PROJECTED = 1;
export const MOST_PROJECTED = 10;

const Usd = z.number().nonnegative().nullable().describe("USD; null where the price is unknown");
const Total = z.strictObject({ total: Usd }).meta({ id: "CostTotal" });

const Projection = z
  .strictObject({
    matched: z.literal(true),
    query: z.string().describe("As asked"),
    match_note: MatchNote,
    model: z.string(),
    model_id: z.string().describe("`provider/id`"),
    provider: z.string(),
    ...ModelLifeFields,
    rates: z
      .strictObject({ input_per_1m: Usd, output_per_1m: Usd, blended_per_1m: Usd })
      .describe("At the service tier and length of prompt that were asked for"),
    daily: z.strictObject({
      input_cost: Usd,
      output_cost: Usd,
      request_cost: z.number().nonnegative().optional().describe("What is charged for the requests themselves"),
      total: Usd,
    }),
    weekly: Total,
    monthly: Total,
    yearly: Total,
    weekly_total: Usd,
    monthly_total: Usd,
    yearly_total: Usd,
    not_counted: z
      .array(z.enum([...PRICE_CONDITIONS, "cached_input"]))
      .describe("Conditions of this listing's price that the parameters do not decide; `cached_input` where no price of it is known"),
    reason: z.literal("price_unknown").optional().describe("Present where nobody publishes the price"),
  })
  .meta({ id: "CostProjection" });

const tokensParam = (which: "input" | "output") => {
  const code = `${which}_tokens_per_day_invalid`;
  return numberParam({ min: 0 }).meta({
    missing: code,
    invalid: code,
    description: `${which === "input" ? "Input" : "Output"} tokens a day`,
  });
};

const shareParam = (of: string) => numberParam({ min: 0, max: 1 }).optional().describe(`${of}; 0 to 1`);

interface AskedUsage {
  input_tokens_per_day: number;
  cached_share?: number | undefined;
  thinking_share?: number | undefined;
  requests_per_day?: number | undefined;
  prompt_tokens_per_request?: number | undefined;
  service_tier: ServiceTier;
}

const usageOf = (query: AskedUsage): Usage => ({
  inputTokensPerDay: query.input_tokens_per_day,
  cachedShare: query.cached_share,
  thinkingShare: query.thinking_share,
  requestsPerDay: query.requests_per_day,
  promptTokensPerRequest: query.prompt_tokens_per_request,
  serviceTier: query.service_tier,
});

/** The call's parameters beside the tokens, without omitted ones. */
const givenOf = ({ cached_share, thinking_share, requests_per_day, prompt_tokens_per_request, service_tier }: AskedUsage) => ({
  ...(cached_share === undefined ? {} : { cached_share }),
  ...(thinking_share === undefined ? {} : { thinking_share }),
  ...(requests_per_day === undefined ? {} : { requests_per_day }),
  ...(prompt_tokens_per_request === undefined ? {} : { prompt_tokens_per_request }),
  service_tier,
});

const UNKNOWN_COST = {
  daily: { input_cost: null, output_cost: null, total: null },
  weekly_total: null,
  monthly_total: null,
  yearly_total: null,
};

type CostOrUnknown = ProjectedCost | typeof UNKNOWN_COST;

interface PricedMatch extends MatchedListing {
  cost: CostOrUnknown;
  /** Null where nobody publishes a price. */
  prices: WorkloadPrices | null;
}

function withCost(match: MatchedListing, workload: Workload, usage: Usage): PricedMatch {
  const { inputPrice, outputPrice } = match.listing;
  if (inputPrice === null || outputPrice === null) return { ...match, cost: UNKNOWN_COST, prices: null };
  const prices = workloadPrices({ ...match.listing, inputPrice, outputPrice }, usage);
  return { ...match, cost: projectCost(workload, prices.mixedInput, prices.mixedOutput, prices.requests), prices };
}

function toProjection({ query, listing, cost, prices, notes }: PricedMatch, today: string): z.input<typeof Projection> {
  const { providerId, modelId } = listing;
  const [inputPrice, outputPrice] = [prices?.input ?? null, prices?.output ?? null];
  return {
    matched: true,
    query,
    match_note: matchNoteOf(notes),
    model: modelLabel(listing.name),
    model_id: `${providerId}/${modelId}`,
    provider: providerName(providerId),
    ...lifeFields(listing, today),
    rates: { input_per_1m: inputPrice, output_per_1m: outputPrice, blended_per_1m: blendedOrNull(inputPrice, outputPrice) },
    ...cost,
    weekly: { total: cost.weekly_total },
    monthly: { total: cost.monthly_total },
    yearly: { total: cost.yearly_total },
    not_counted: prices?.notCounted ?? [],
    ...(cost.monthly_total === null ? { reason: "price_unknown" as const } : {}),
  };
}

function toRanked(costs: readonly PricedMatch[]) {
  const ranked = rankByMonth(
    costs.map(({ listing, cost }) => ({
      key: listingKey(listing),
      name: modelLabel(listing.name),
      providerId: listing.providerId,
      monthlyTotal: cost.monthly_total,
    })),
  );
  return ranked.map(({ name, providerId, monthlyTotal }) => ({
    model: name,
    provider: providerName(providerId),
    monthly_total: monthlyTotal,
  }));
}

function notesOn(costs: readonly PricedMatch[], today: string): string[] {
  const notes = ["List prices, the same on every day: without discounts and taxes. `not_counted` names what else a price depends on."];
  const withLongContext = costs
    .filter(({ prices }) => prices?.notCounted.includes("prompt_tokens_above"))
    .map(({ listing }) => modelLabel(listing.name));
  if (withLongContext.length > 0) {
    notes.push(
      `Long prompts cost more, which is not counted: ${withLongContext.join(", ")}. Give \`prompt_tokens_per_request\` to count it.`,
    );
  }
  const free = costs.filter(({ listing }) => listing.isFreeListing).map(({ listing }) => modelLabel(listing.name));
  if (free.length > 0) notes.push(`Given away at this provider, usually within limits: ${free.join(", ")}.`);
  const listings = costs.map(({ listing }) => listing);
  return [...costs.flatMap((match) => match.notes), ...lifeNotes(listings, today), ...notes];
}

const [TOO_FEW, TOO_MANY] = ["models_required", "max_10_models_per_request"] as const;
const COUNT = { least: LEAST_PROJECTED, most: MOST_PROJECTED, tooFew: TOO_FEW, tooMany: TOO_MANY };

export const costProjection = defineEndpoint({
  method: "GET",
  path: "/api/premium/cost/projection",
  tag: "Models",
  summary: "Cost projection: what a daily workload costs by day, week, month and year, for up to ten models",
  description:
    "Tokens ÷ 1,000,000 × list price, with the conditions that the parameters decide; a week is 7 days, a month 30, a year 365, each from the unrounded day. Names are read as GET /api/models/resolve reads them, and `match_note` says what was taken for one. " +
    "A key that means no model, or several, is answered with `matched: false`; a model without a published price has null totals. If no model has a price, nothing is charged.",
  access: premium(1),
  reads: ["models"],
  maxAgeSeconds: 0,
  query: z.object({
    model: listParam({ min: LEAST_PROJECTED, max: MOST_NAMES }).meta({
      missing: TOO_FEW,
      tooFew: TOO_FEW,
      tooMany: TOO_MANY,
      accepts: `${LEAST_PROJECTED} to ${MOST_PROJECTED} different models`,
      description: "One to ten model ids or names; several names of one model count once",
    }),
    input_tokens_per_day: tokensParam("input"),
    output_tokens_per_day: tokensParam("output"),
    cached_share: shareParam("Of the input, from the cache"),
    thinking_share: shareParam("Of the output, thinking"),
    requests_per_day: numberParam({ min: 0 }).optional().describe("Counts what requests cost"),
    prompt_tokens_per_request: numberParam({ min: 1 })
      .optional()
      .describe("Counts prices of long prompts; default input tokens ÷ requests"),
    service_tier: z.enum(SERVICE_TIERS).default("standard").describe("Counts prices of that tier"),
    horizon: z
      .enum(PROJECTION_HORIZONS)
      .default("monthly")
      .describe("The span that the caller cares about, repeated as `primary_horizon`; every span is answered"),
  }),
  response: z.strictObject({
    computed_at: z.iso.datetime(),
    primary_horizon: z.enum(PROJECTION_HORIZONS),
    workload: z.strictObject({
      input_tokens_per_day: z.number(),
      output_tokens_per_day: z.number(),
      total_tokens_per_day: z.number(),
      cached_share: z.number().optional(),
      thinking_share: z.number().optional(),
      requests_per_day: z.number().optional(),
      prompt_tokens_per_request: z.number().optional(),
      service_tier: z.enum(SERVICE_TIERS),
    }),
    projections: z
      .array(z.union([Projection, UnmatchedModel.extend({ model: z.string().describe("As asked") })]))
      .describe("In the order asked"),
    ranked_cheapest_monthly: z.array(z.strictObject({ model: z.string(), provider: z.string(), monthly_total: z.number() })),
    attribution: z.strictObject({ pricing: z.array(NamedSource) }),
    notes: z.array(z.string()),
  }),
  isEmpty: ({ ranked_cheapest_monthly: ranked }) => ranked.length === 0,
  example: { query: { model: "claude-opus-4-5,gpt-5", input_tokens_per_day: "1000000", output_tokens_per_day: "500000" } },
}).handle(async ({ query, db, now }) => {
  const workload: Workload = { inputTokensPerDay: query.input_tokens_per_day, outputTokensPerDay: query.output_tokens_per_day };
  const matches = (await matchDistinct(db, query.model, COUNT)).map((match) =>
    match.listing === null ? match : withCost(match, workload, usageOf(query)),
  );
  const costs = matches.filter((match) => match.listing !== null);
  return {
    computed_at: now.toISOString(),
    primary_horizon: query.horizon,
    workload: {
      input_tokens_per_day: workload.inputTokensPerDay,
      output_tokens_per_day: workload.outputTokensPerDay,
      total_tokens_per_day: workload.inputTokensPerDay + workload.outputTokensPerDay,
      ...givenOf(query),
    },
    projections: matches.map((match) =>
      match.listing === null ? { ...toUnmatched(match), model: match.query } : toProjection(match, utcDay(now)),
    ),
    ranked_cheapest_monthly: toRanked(costs),
    attribution: {
      pricing: pricingSourcesOf(costs.map(({ listing }) => listing)),
    },
    notes: notesOn(costs, utcDay(now)),
  };
});
