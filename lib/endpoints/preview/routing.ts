import { z } from "zod";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { modelLabel } from "@/lib/domain/models/model-label";
import { whyFirst } from "@/lib/domain/models/routing/explain-ranking";
import { QUALITY_KINDS, rankModels, type RankedModel, type Ranking } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_TASKS, taskNotes, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import type { ListedCandidate } from "@/lib/domain/models/routing/routing-candidates";
import { DEFAULT_WEIGHTS } from "@/lib/domain/models/routing/routing-weights";
import { defineEndpoint, free, perDay } from "@/lib/http/endpoint";
import { loadRoutingCandidates } from "@/lib/loaders/models/routing/routing-inputs";
import { booleanParam, numberParam } from "@/lib/schemas/params";

export const CALLS_PER_DAY = 5;
const PREMIUM_ENDPOINT = "/api/premium/routing";

function notesOn({ ranked, considered }: Ranking<unknown>, task: RoutingTask): string[] {
  if (ranked.length > 0) return taskNotes(task);
  return [considered === 0 ? "No model has a price and scores for this task." : "No model fits the given budget and min_quality."];
}

const named = ({ candidate, compositeScore, ...ranked }: RankedModel<ListedCandidate>) => ({
  ...ranked,
  model: { name: modelLabel(candidate.name) },
  composite_score: compositeScore,
});

export const routingPreview = defineEndpoint({
  method: "GET",
  path: "/api/preview/routing",
  tag: "Models",
  summary: "Preview of routing: the best model for a task, free five times a day",
  description:
    "Quality by the failures in the task's benchmarks (1 for the model that fails least, 0.5 for one that fails twice as often), where a score that nobody measured is estimated by the model's ability; availability by the provider's status, cost by the logarithm of the mean of input and output price; latency is the same for all. Models are makers' listings with a price that are neither retired nor unlisted, of models whose ability is ranked. `explain=true` adds one sentence that says why the first is first.",
  access: free(perDay("preview-day", CALLS_PER_DAY, PREMIUM_ENDPOINT)),
  reads: ["models", "benchmarks", "provider_status"],
  maxAgeSeconds: 0,
  query: z.object({
    task: z.enum(ROUTING_TASKS).default("general"),
    quality: z.enum(QUALITY_KINDS).default("blend").describe("By the task's benchmarks, or by ability"),
    budget: numberParam({ min: 0 }).optional().describe("Highest mean of input and output price, USD per 1M tokens"),
    min_quality: numberParam({ min: 0, max: 1 }).optional().describe("Lowest quality, 0 to 1"),
    explain: booleanParam().optional().describe("true: say why the first is first"),
  }),
  response: z.strictObject({
    preview: z.literal(true),
    task: z.enum(ROUTING_TASKS),
    computed_at: z.iso.datetime(),
    rate_limit: z.strictObject({ limit: z.int(), remaining: z.int(), scope: z.string() }),
    recommendation: z
      .strictObject({ model: z.string(), model_id: z.string().describe("`provider/id`"), provider: z.string() })
      .nullable()
      .describe("Null when no model fits"),
    estimated: z.boolean().describe("Whether any score behind the recommendation was estimated"),
    explanation: z.string().optional().describe("With `explain=true`: why the first model is first, in one sentence"),
    notes: z.array(z.string()),
    upgrade: z.strictObject({
      message: z.string(),
      premium_endpoint: z.string(),
      preview_limits: z.strictObject({
        top_n: z.int(),
        includes_score_breakdown: z.boolean(),
        includes_pricing: z.boolean(),
        rate_limit_per_ip_per_day: z.int(),
      }),
    }),
  }),
  errors: {
    rate_limit_exceeded: z.object({
      limit: z.int(),
      remaining: z.int(),
      reset_in_hours: z.int().optional(),
      premium_endpoint: z.string().optional(),
    }),
  },
  example: { query: { task: "code" } },
}).handle(async ({ query: { task, quality, budget, min_quality: minQuality, explain }, db, now, dailyUse }) => {
  const asked = { task, qualityKind: quality, weights: DEFAULT_WEIGHTS, budget, minQuality, topN: 2 };
  const ranking = rankModels(await loadRoutingCandidates(db, now), asked);
  const [first] = ranking.ranked;
  const best = first?.candidate;
  return {
    preview: true as const,
    task,
    computed_at: now.toISOString(),
    rate_limit: { limit: CALLS_PER_DAY, remaining: dailyUse?.remaining ?? CALLS_PER_DAY, scope: "per IP per UTC day" },
    recommendation: best
      ? { model: modelLabel(best.name), model_id: `${best.providerId}/${best.modelId}`, provider: providerName(best.providerId) }
      : null,
    estimated: (first?.assumed.length ?? 0) > 0,
    ...(explain ? { explanation: whyFirst(ranking.ranked.map(named), DEFAULT_WEIGHTS) } : {}),
    notes: notesOn(ranking, task),
    upgrade: {
      message: "The full ranking has up to ten models with score breakdown, prices, status and weights of your own.",
      premium_endpoint: PREMIUM_ENDPOINT,
      preview_limits: { top_n: 1, includes_score_breakdown: false, includes_pricing: false, rate_limit_per_ip_per_day: CALLS_PER_DAY },
    },
  };
});
