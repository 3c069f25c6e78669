import { z } from "zod";
import { utcDay } from "@/lib/domain/basics/date-range";
import { lifeFields } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import { blendedPrice } from "@/lib/domain/models/model-listing";
import { CLASS_GAP } from "@/lib/domain/models/routing/quality-scale";
import { MOST_TIMES } from "@/lib/domain/models/routing/beaten-models";
import { QUALITY_KINDS, rankModels, type Ranking, type RankedModel } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_TASKS, taskNotes, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import type { ListedCandidate } from "@/lib/domain/models/routing/routing-candidates";
import { routingWeights, type RoutingWeights } from "@/lib/domain/models/routing/routing-weights";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { inputTimes } from "@/lib/loaders/freshness/recent-capture";
import { loadRoutingCandidates } from "@/lib/loaders/models/routing/routing-inputs";
import { ScoresOf } from "@/lib/schemas/models/benchmark";
import { AssumedScore } from "@/lib/schemas/models/assumed-score";
import { ModelLifeFields } from "@/lib/schemas/models/model-life";
import { integerParam, numberParam } from "@/lib/schemas/params";

const Share = z.number().min(0).max(1);
const Parts = z.strictObject({ quality: Share, availability: Share, cost: Share, latency: Share });
const weight = (name: string) =>
  numberParam({ min: 0 }).optional().describe(`Weight of ${name}; given weights are normalised to a sum of 1`);

const Recommendation = z
  .strictObject({
    rank: z.int(),
    model: z.strictObject({
      id: z.string(),
      name: z.string(),
      provider: z.string(),
      contextWindow: z.int().nullable(),
      capabilities: z.array(z.string()),
      openSource: z.boolean().nullable(),
      scores_of: ScoresOf,
      ...ModelLifeFields,
    }),
    pricing: z.strictObject({
      input: z.number(),
      output: z.number(),
      blended: z.number(),
      currency: z.literal("USD"),
      unit: z.literal("per 1M tokens"),
    }),
    status: z.enum(["operational", "degraded", "down", "unknown"]),
    composite_score: z.number(),
    components: Parts,
    blend: Share.describe("Weighted mean of the task's scores, measured or estimated, divided by 100"),
    coverage: Share.describe("Share of the task's benchmarks, by weight, that the model was measured on"),
    estimated: z.boolean().describe("Whether any score of the task's benchmarks was estimated"),
    assumed: z.array(AssumedScore).describe("Estimates in place of the task's scores that nobody measured"),
  })
  .meta({ id: "Recommendation" });

interface WeightParams {
  w_quality?: number | undefined;
  w_availability?: number | undefined;
  w_cost?: number | undefined;
  w_latency?: number | undefined;
}

const weightsOf = (params: WeightParams) =>
  routingWeights({ quality: params.w_quality, availability: params.w_availability, cost: params.w_cost, latency: params.w_latency });

function recommendation(
  { rank, candidate, compositeScore, components, blend, coverage, assumed }: RankedModel<ListedCandidate>,
  today: string,
): z.input<typeof Recommendation> {
  const { listing, inputPrice, outputPrice, status } = candidate;
  return {
    rank,
    model: {
      id: candidate.modelId,
      name: modelLabel(candidate.name),
      provider: candidate.providerId,
      contextWindow: listing.contextWindow,
      capabilities: listing.capabilities,
      openSource: listing.isOpenWeights,
      scores_of: candidate.scoresOf,
      ...lifeFields(listing, today),
    },
    pricing: {
      input: inputPrice,
      output: outputPrice,
      blended: blendedPrice(inputPrice, outputPrice),
      currency: "USD",
      unit: "per 1M tokens",
    },
    status,
    composite_score: compositeScore,
    components,
    blend,
    coverage,
    estimated: assumed.length > 0,
    assumed,
  };
}

function notesOn({ ranked, considered }: Ranking<unknown>, task: RoutingTask): string[] {
  const notes = ["latency is the same for every model: no source measures it for all, so it never decides a ranking", ...taskNotes(task)];
  if (ranked.length > 0) return notes;
  return [
    ...notes,
    considered === 0 ? "No model has a price and scores for this task." : "No model fits the given budget and min_quality.",
  ];
}

export const routing = defineEndpoint({
  method: "GET",
  path: "/api/premium/routing",
  tag: "Models",
  summary: "Routing: the best models for a task, ranked by quality, availability, cost and latency",
  description: `Quality is by the failures in the task's benchmarks: \`blend\` is the weighted mean of the scores, and the candidate that fails least has quality 1, one that fails twice as often 0.5, so that benchmarks which all new models nearly solve still tell them apart. Scores are measured ones where there are any; where there are none, \`assumed\` gives the estimate by the model's ability (see GET /api/capability) with its interval, or, where no abilities are fitted, the 25th percentile of the benchmark. \`quality=capability\` takes the ability itself instead: the ablest candidate has 1, and every ${CLASS_GAP} points below halve it. Availability is the provider's state. Cost is the mean of input and output price on a logarithmic scale, from 1 for the cheapest to 0 for the dearest model that the filters leave. Candidates are makers' listings with a price that are neither retired nor unlisted, of models whose ability is ranked. Unless quality weighs nothing, a model is left out where the filters leave an abler one that is as available: of the same maker for no more money, or ${CLASS_GAP} points of ability above it for at most ${MOST_TIMES} times the price.`,
  access: premium(1),
  reads: ["models", "benchmarks", "provider_status"],
  maxAgeSeconds: 0,
  hasRepeatBreaker: false,
  query: z
    .object({
      task: z.enum(ROUTING_TASKS).default("general"),
      quality: z.enum(QUALITY_KINDS).default("blend").describe("By the task's benchmarks, or by ability"),
      budget: numberParam({ min: 0 }).optional().describe("Highest mean of input and output price, USD per 1M tokens"),
      min_quality: numberParam({ min: 0, max: 1 }).optional().describe("Lowest quality, and lowest blend, 0 to 1"),
      top_n: integerParam(1, 10).default(5).describe("How many models"),
      w_quality: weight("quality"),
      w_availability: weight("availability"),
      w_cost: weight("cost"),
      w_latency: weight("latency"),
    })
    .superRefine((query, context) => {
      if ("fault" in weightsOf(query)) {
        const names = "`w_quality`, `w_availability`, `w_cost` and `w_latency`";
        // No parameter is at fault alone.
        context.addIssue({
          code: "custom",
          path: ["weights"],
          message: `At least one of ${names} must be above 0.`,
          params: { parameter: "w_quality", given: "0", accepted: "a number above 0, here or for another weight" },
        });
      }
    }),
  response: z.strictObject({
    task: z.enum(ROUTING_TASKS),
    quality: z.enum(QUALITY_KINDS),
    computed_at: z.iso.datetime(),
    weights: Parts,
    filters_applied: z.strictObject({ budget: z.number().nullable(), min_quality: z.number().nullable() }),
    data_freshness: z.strictObject({
      pricing: z.iso.datetime().nullable(),
      benchmarks: z.iso.datetime().nullable(),
      status: z.iso.datetime().nullable(),
    }),
    considered: z.int().describe("Models with a price of which enough is known for the task, before budget and min_quality"),
    estimated: z.boolean().describe("Whether any score of a recommended model was estimated"),
    recommendations: z.array(Recommendation),
    notes: z.array(z.string()),
  }),
  isEmpty: ({ considered }) => considered === 0,
  example: { query: { task: "code", top_n: "3" } },
}).handle(async ({ query, db, now }) => {
  const { task, quality, budget, min_quality: minQuality, top_n: topN } = query;
  const weights = weightsOf(query) as RoutingWeights;
  const ranking = rankModels(await loadRoutingCandidates(db, now), {
    task,
    qualityKind: quality,
    weights,
    budget,
    minQuality,
    topN,
  });
  const { pricing, benchmarks, status } = await inputTimes(db, now);
  return {
    task,
    quality,
    computed_at: now.toISOString(),
    weights,
    filters_applied: { budget: budget ?? null, min_quality: minQuality ?? null },
    data_freshness: { pricing, benchmarks, status },
    considered: ranking.considered,
    estimated: ranking.ranked.some(({ assumed }) => assumed.length > 0),
    recommendations: ranking.ranked.map((ranked) => recommendation(ranked, utcDay(now))),
    notes: notesOn(ranking, task),
  };
});
