import { z } from "zod";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { findScoreSeries } from "@/lib/loaders/history/model-history";
import { RANGE_ERRORS, requireShortRange, shortRangeParams } from "@/lib/http/require-date-range";
import { AMBIGUOUS_MODEL, FreeTier, freeTier, scoredModelParams, ScoreSeries } from "@/lib/schemas/history/series";

const MAX_DAYS = 7;

export const benchmarkSeries = defineEndpoint({
  method: "GET",
  path: "/api/history/benchmarks/series",
  tag: "History",
  summary: "Benchmark history as a series: daily score of one model on one benchmark over up to 7 days",
  description:
    "One point per captured day; days without a snapshot of this score are left out, never filled in. A score that changed says that a source reported another one, not that the model did.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 300,
  query: z.object({
    ...scoredModelParams(),
    ...shortRangeParams(MAX_DAYS),
  }),
  response: z.strictObject({ ...ScoreSeries, ...FreeTier }),
  errors: { ...AMBIGUOUS_MODEL, ...RANGE_ERRORS },
  csv: ({ points }) => ({ columns: ["date", "score"], rows: points.map((point) => [point.date, point.score]) }),
  example: { query: { model: "claude-opus-4-5", benchmark: "swe_bench" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const range = requireShortRange(query, MAX_DAYS, now);
  const { series, captures } = await findScoreSeries(db, query.model, query.benchmark, range);
  capturedAt(captures);
  return { ...series, ...freeTier("/api/premium/history/benchmarks/series", 366, "The same series over a longer range.") };
});
