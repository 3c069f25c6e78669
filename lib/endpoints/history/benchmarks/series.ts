import { z } from "zod";
import { summariseScores } from "@/lib/domain/history/benchmark-series";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { readScoreHistory } from "@/lib/loaders/history/model-history";
import { requireShortRange, shortRangeParams } from "@/lib/http/require-short-range";
import { benchmarkParam } from "@/lib/schemas/models/benchmark";
import { textParam } from "@/lib/schemas/params";
import { FreeTier, ScoreSeries, seriesEnding, toScoreSummary } from "@/lib/schemas/history/series";

const MAX_DAYS = 7;

const PREMIUM = {
  endpoint: "/api/premium/history/benchmarks/series",
  max_range_days: 366,
  credits_per_call: 1,
  note: "The same series over a longer range.",
};

export const benchmarkSeries = defineEndpoint({
  method: "GET",
  path: "/api/history/benchmarks/series",
  tag: "History",
  summary: "Daily score of one model on one benchmark over up to 7 days",
  description:
    "One point per captured day; days without a snapshot of this score are left out, never filled in. A score that changed says that a source reported another one, not that the model did.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 300,
  query: z.object({
    model: textParam(200).meta({ missing: "model_and_benchmark_required", description: "Model id or name" }),
    benchmark: benchmarkParam("model_and_benchmark_required"),
    ...shortRangeParams(MAX_DAYS),
  }),
  response: z.strictObject({ ...ScoreSeries, ...FreeTier }),
  errors: { ambiguous_model: z.object({ candidates: z.array(z.string()) }) },
  csv: ({ points }) => ({ columns: ["date", "score"], rows: points.map((point) => [point.date, point.score]) }),
  example: { query: { model: "claude-opus-4-5", benchmark: "swe_bench" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const range = requireShortRange(query, MAX_DAYS, now);
  const history = await readScoreHistory(db, query.model, query.benchmark, range);
  capturedAt(history.capturedAt);
  const { model, provider, points } = history;
  return {
    model,
    provider,
    benchmark: query.benchmark,
    range,
    summary: toScoreSummary(summariseScores(points, range.days)),
    ...seriesEnding(points, PREMIUM),
  };
});
