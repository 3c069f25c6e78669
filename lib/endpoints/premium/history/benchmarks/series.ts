import { z } from "zod";
import { summariseScores } from "@/lib/domain/history/benchmark-series";
import { utcDay, type RequestedRange } from "@/lib/domain/basics/date-range";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { readScoreHistory } from "@/lib/loaders/history/model-history";
import { DEFAULT_RANGE_DAYS, RANGE_ERRORS, rangeParams, requireDateRange } from "@/lib/http/require-date-range";
import { benchmarkParam } from "@/lib/schemas/models/benchmark";
import { textParam } from "@/lib/schemas/params";
import { ScoreSeries, toScoreSummary } from "@/lib/schemas/history/series";

const MAX_DAYS = 366;

const rangeOf = (query: RequestedRange, now: Date) =>
  requireDateRange(query, { today: utcDay(now), defaultDays: DEFAULT_RANGE_DAYS, maxDays: MAX_DAYS });

export const premiumBenchmarkSeries = defineEndpoint({
  method: "GET",
  path: "/api/premium/history/benchmarks/series",
  tag: "History",
  summary: "Daily score of one model on one benchmark over up to 366 days",
  description:
    "One point per captured day; days without a snapshot of this score are left out, never filled in. A score that changed says that a source reported another one, not that the model did. Each point can be found again in /api/history/{date}/benchmarks. A series without points is not charged.",
  access: premium(1),
  reads: ["history"],
  maxAgeSeconds: 0,
  query: z.object({
    model: textParam(200).meta({ missing: "model_and_benchmark_required", description: "Model id or name" }),
    benchmark: benchmarkParam("model_and_benchmark_required"),
    ...rangeParams(),
  }),
  checkQuery: rangeOf,
  response: z.strictObject(ScoreSeries),
  errors: { ambiguous_model: z.object({ candidates: z.array(z.string()) }), ...RANGE_ERRORS },
  isEmpty: ({ points }) => points.length === 0,
  example: { query: { model: "claude-opus-4-5", benchmark: "swe_bench" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const range = rangeOf(query, now);
  const history = await readScoreHistory(db, query.model, query.benchmark, range);
  capturedAt(history.capturedAt);
  const { model, provider, points } = history;
  return {
    model,
    provider,
    benchmark: query.benchmark,
    range,
    resolution: "daily" as const,
    points,
    summary: toScoreSummary(summariseScores(points, range.days)),
  };
});
