import { z } from "zod";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { modelLabel } from "@/lib/domain/models/model-label";
import { rankModels, type Ranking } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_TASKS, taskNotes, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import { DEFAULT_WEIGHTS } from "@/lib/domain/models/routing/routing-weights";
import { defineEndpoint, free, perDay } from "@/lib/http/endpoint";
import { loadRoutingField } from "@/lib/loaders/models/routing/routing-inputs";
import { numberParam } from "@/lib/schemas/params";

const CALLS_PER_DAY = 5;
const PREMIUM_ENDPOINT = "/api/premium/routing";

function notesOn({ ranked, considered }: Ranking<unknown>, task: RoutingTask): string[] {
  if (ranked.length > 0) return taskNotes(task);
  return [considered === 0 ? "No model has a price and scores for this task." : "No model fits the given budget and min_quality."];
}

export const routingPreview = defineEndpoint({
  method: "GET",
  path: "/api/preview/routing",
  tag: "Models",
  summary: "Preview of routing: the best model for a task, free five times a day",
  description:
    "Quality by the task's benchmarks, where a missing score counts as a low one; availability by the provider's status, cost by the mean of input and output price; latency is the same for all. Models are makers' listings that are not retired, with a price and scores for at least 40% of the task.",
  access: free(perDay("preview-day", CALLS_PER_DAY, PREMIUM_ENDPOINT)),
  reads: ["models", "benchmarks", "provider_status"],
  maxAgeSeconds: 0,
  query: z.object({
    task: z.enum(ROUTING_TASKS).default("general"),
    budget: numberParam({ min: 0 }).optional().describe("Highest mean of input and output price, USD per 1M tokens"),
    min_quality: numberParam({ min: 0, max: 1 }).optional().describe("Lowest quality, 0 to 1"),
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
}).handle(async ({ query: { task, budget, min_quality: minQuality }, db, now, dailyUse }) => {
  const ranking = rankModels(await loadRoutingField(db, now), { task, weights: DEFAULT_WEIGHTS, budget, minQuality, topN: 1 });
  const best = ranking.ranked[0]?.candidate;
  return {
    preview: true as const,
    task,
    computed_at: now.toISOString(),
    rate_limit: { limit: CALLS_PER_DAY, remaining: dailyUse?.remaining ?? CALLS_PER_DAY, scope: "per IP per UTC day" },
    recommendation: best
      ? { model: modelLabel(best.name), model_id: `${best.providerId}/${best.modelId}`, provider: providerName(best.providerId) }
      : null,
    notes: notesOn(ranking, task),
    upgrade: {
      message: "The full ranking has up to ten models with score breakdown, prices, status and weights of your own.",
      premium_endpoint: PREMIUM_ENDPOINT,
      preview_limits: { top_n: 1, includes_score_breakdown: false, includes_pricing: false, rate_limit_per_ip_per_day: CALLS_PER_DAY },
    },
  };
});
