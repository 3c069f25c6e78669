import { z } from "zod";
import { listSnapshots } from "@/db/queries/history";
import { listScoreSpans } from "@/db/queries/score-history";
import { providerName } from "@/lib/catalogs/load-catalog";
import { summariseScores } from "@/lib/domain/benchmark-series";
import { spansByDay } from "@/lib/domain/history-spans";
import { modelLabel } from "@/lib/domain/model-label";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { findScoredModel } from "@/lib/http/find-scored-model";
import { requireShortRange, shortRangeParams } from "@/lib/http/require-short-range";
import { BENCHMARK_IDS } from "@/lib/schemas/benchmark";
import { textParam } from "@/lib/schemas/params";
import { capturesOfPoints, FreeTier, SeriesRange, seriesEnding } from "@/lib/schemas/series";

const MAX_DAYS = 7;

const PREMIUM = { endpoint: "/api/premium/history/benchmarks/series", max_range_days: 366, credits_per_call: 1, note: "The same series over a longer range." };

const Point = z.strictObject({ date: z.iso.date(), score: z.number() });

const Summary = z.strictObject({
  first: Point.nullable(),
  latest: Point.nullable(),
  min_score: z.number().nullable(),
  max_score: z.number().nullable(),
  delta_pp: z.number().nullable().describe("Latest minus first, in percentage points"),
  days_with_data: z.int(),
  days_missing: z.int(),
});

const benchmarkParam = z
  .string()
  .max(100)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(BENCHMARK_IDS))
  .meta({ missing: "model_and_benchmark_required", accepts: `one of ${BENCHMARK_IDS.join(", ")}`, description: "Benchmark id" });

export const benchmarkSeries = defineEndpoint({
  method: "GET",
  path: "/api/history/benchmarks/series",
  tag: "History",
  summary: "Daily score of one model on one benchmark over up to 7 days",
  description: "One point per captured day; days without a snapshot of this score are left out, never filled in. A score that changed says that a source reported another one, not that the model did.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 300,
  query: z.object({
    model: textParam(200).meta({ missing: "model_and_benchmark_required", description: "Model id or name" }),
    benchmark: benchmarkParam,
    ...shortRangeParams(MAX_DAYS),
  }),
  response: z.strictObject({
    model: z.string().describe("Canonical name; as asked when no model is called so"),
    provider: z.string().nullable(),
    benchmark: z.enum(BENCHMARK_IDS),
    range: SeriesRange,
    resolution: z.literal("daily"),
    points: z.array(Point),
    summary: Summary,
    ...FreeTier,
  }),
  errors: { ambiguous_model: z.object({ candidates: z.array(z.string()) }) },
  csv: ({ points }) => ({ columns: ["date", "score"], rows: points.map((point) => [point.date, point.score]) }),
  example: { query: { model: "claude-opus-4-5", benchmark: "swe_bench" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const range = requireShortRange(query, MAX_DAYS, now);
  const model = await findScoredModel(db, query.model);
  const snapshots = model ? await listSnapshots(db, "benchmarks", range.from, range.to) : [];
  const spans = model ? await listScoreSpans(db, model.benchmarkKey, query.benchmark, range) : [];
  const points = spansByDay(spans, snapshots.map(({ date }) => date)).map(({ date, value }) => ({ date, score: value.score }));
  capturedAt(capturesOfPoints(snapshots, points));
  const summary = summariseScores(points, range.days);
  return {
    model: model ? modelLabel(model.name) : query.model,
    provider: model && providerName(model.makerId),
    benchmark: query.benchmark,
    range,
    summary: {
      first: summary.first,
      latest: summary.latest,
      min_score: summary.minScore,
      max_score: summary.maxScore,
      delta_pp: summary.deltaPp,
      days_with_data: summary.daysWithData,
      days_missing: summary.daysMissing,
    },
    ...seriesEnding(points, PREMIUM),
  };
});
