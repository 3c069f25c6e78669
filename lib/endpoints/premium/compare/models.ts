import { z } from "zod";
import { listingScores, type CarriedScores } from "@/lib/loaders/models/all-listings";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { compareModels as compareListed, type ComparedModel } from "@/lib/domain/models/compare-models";
import { utcDay } from "@/lib/domain/basics/date-range";
import { lifeNotes } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import { blendedOrNull, listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import type { ServiceState } from "@/lib/domain/status/service-state";
import { attributionOf } from "@/lib/loaders/models/attribution";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { inputTimes } from "@/lib/loaders/freshness/recent-capture";
import { matchDistinct, MOST_NAMES, type MatchedListing } from "@/lib/loaders/models/match-listings";
import { loadProviderStates } from "@/lib/loaders/status/provider-states";
import { recentNewsOf, type RecentNews } from "@/lib/loaders/news/recent-news";
import {
  Attribution,
  InputTimes,
  ListingFacts,
  MatchNote,
  matchNoteOf,
  RecentNews as News,
  toListingFacts,
  toUnmatched,
  UnmatchedModel,
} from "@/lib/schemas/models/matched-model";
import { ScoresOf } from "@/lib/schemas/models/benchmark";
import { listParam } from "@/lib/schemas/params";
import { ServiceStatus } from "@/lib/schemas/status";

/** Models of one call. */
export const LEAST_COMPARED = 2;
export const MOST_COMPARED = 5;

const [TOO_FEW, TOO_MANY] = ["min_two_models_required", "max_5_models_per_compare"] as const;

const MOST_NEWS = 3;

const Scores = z.record(z.string(), z.number().nullable()).describe("Every key of `benchmark_keys`; null where the model was not measured");

const MatchedModel = ListingFacts.extend({
  matched: z.literal(true),
  query: z.string().describe("As asked"),
  match_note: MatchNote,
  provider: z.string(),
  provider_id: z.string(),
  benchmarks: Scores,
  scores_of: ScoresOf,
  status: ServiceStatus.describe("Of the provider"),
  ...News,
}).meta({ id: "ComparedModel" });

const RankedName = { id: z.string(), name: z.string() };

interface Facts {
  scores: ReadonlyMap<string, CarriedScores>;
  news: ReadonlyMap<string, RecentNews>;
  stateOf(providerId: string): ServiceState;
  today: string;
}

const scoresOf = ({ providerId, modelId }: ModelListing, { scores }: Facts): Readonly<Record<string, number>> =>
  scores.get(`${providerId}/${modelId}`)?.scores ?? {};

function toCompared(listing: ModelListing, facts: Facts): ComparedModel {
  return {
    key: listingKey(listing),
    id: listing.modelId,
    name: modelLabel(listing.name),
    blended: blendedOrNull(listing.inputPrice, listing.outputPrice),
    contextWindow: listing.contextWindow,
    scores: scoresOf(listing, facts),
  };
}

function toMatched({ query, listing, notes }: MatchedListing, keys: readonly string[], facts: Facts): z.input<typeof MatchedModel> {
  const { providerId } = listing;
  const scores = scoresOf(listing, facts);
  return {
    matched: true,
    query,
    match_note: matchNoteOf(notes),
    ...toListingFacts(listing, facts.today),
    provider: providerName(providerId),
    provider_id: providerId,
    benchmarks: Object.fromEntries(keys.map((key) => [key, scores[key] ?? null])),
    scores_of: facts.scores.get(`${providerId}/${listing.modelId}`)?.scoresOf ?? null,
    status: facts.stateOf(providerId),
    ...(facts.news.get(providerId) ?? { recent_news_count: 0, recent_news: [] }),
  };
}

export const compareModels = defineEndpoint({
  method: "GET",
  path: "/api/premium/compare/models",
  tag: "Models",
  summary: "Compare two to five models: prices, scores, context, status and news, and who leads in each",
  description:
    "Names are read as GET /api/models/resolve reads them, and `match_note` says what was taken for one. A key that means no model, or several, is answered with `matched: false` and what it could be; if none matches, nothing is charged. " +
    "Models without a published price have null prices and no place among the cheapest. Equal values are ranked by name.",
  access: premium(1),
  reads: ["models", "benchmarks", "provider_status", "news"],
  maxAgeSeconds: 0,
  query: z.object({
    ids: listParam({ min: LEAST_COMPARED, max: MOST_NAMES }).meta({
      missing: TOO_FEW,
      tooFew: TOO_FEW,
      tooMany: TOO_MANY,
      accepts: `${LEAST_COMPARED} to ${MOST_COMPARED} different models`,
      description: "Two to five model ids or names; several names of one model count once",
    }),
  }),
  response: z.strictObject({
    computed_at: z.iso.datetime(),
    benchmark_keys: z.array(z.string()).describe("Benchmarks that any of the models has a score for"),
    models: z
      .array(z.union([MatchedModel, UnmatchedModel.extend({ name: z.string().describe("As asked") })]))
      .describe("In the order asked"),
    rankings: z.strictObject({
      cheapest_blended: z.array(z.strictObject({ ...RankedName, blended: z.number() })).describe("Cheapest first, USD per 1M tokens"),
      most_context: z.array(z.strictObject({ ...RankedName, context_window: z.int() })),
      by_benchmark: z
        .record(z.string(), z.array(z.strictObject({ ...RankedName, score: z.number() })))
        .describe("Highest first; models without the score are left out"),
    }),
    attribution: Attribution,
    data_freshness: InputTimes,
    notes: z.array(z.string()),
  }),
  isEmpty: ({ models }) => models.every(({ matched }) => !matched),
  example: { query: { ids: "claude-opus-4-5,gpt-5" } },
}).handle(async ({ query, db, now }) => {
  const matches = await matchDistinct(db, query.ids, { least: LEAST_COMPARED, most: MOST_COMPARED, tooFew: TOO_FEW, tooMany: TOO_MANY });
  const matched = matches.filter((match) => match.listing !== null);
  const listings = matched.map(({ listing }) => listing);
  const providerIds = [...new Set(listings.map(({ providerId }) => providerId))];
  const [scores, states, news, times] = await Promise.all([
    listingScores(db),
    loadProviderStates(db),
    Promise.all(providerIds.map(async (id) => [id, await recentNewsOf(db, id, now, MOST_NEWS)] as const)),
    inputTimes(db, now),
  ]);
  const facts: Facts = { scores, news: new Map(news), stateOf: states.stateOf, today: utcDay(now) };
  const comparison = compareListed(listings.map((listing) => toCompared(listing, facts)));
  return {
    computed_at: now.toISOString(),
    benchmark_keys: comparison.benchmarkKeys,
    models: matches.map((match) =>
      match.listing === null ? { ...toUnmatched(match), name: match.query } : toMatched(match, comparison.benchmarkKeys, facts),
    ),
    rankings: comparison.rankings,
    attribution: attributionOf(listings, scores),
    data_freshness: times,
    notes:
      matched.length === 0
        ? ["No model is called so: nothing was charged."]
        : [...matched.flatMap((match) => match.notes), ...lifeNotes(listings, facts.today)],
  };
});
