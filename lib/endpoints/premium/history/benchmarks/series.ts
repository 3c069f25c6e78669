import { z } from "zod";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { findScoreSeries } from "@/lib/loaders/history/model-history";
import { MOST_DAYS, RANGE_ERRORS, rangeParams, rangeUpTo } from "@/lib/http/require-date-range";
import { AMBIGUOUS_MODEL, scoredModelParams, ScoreSeries } from "@/lib/schemas/history/series";

const rangeOf = rangeUpTo(MOST_DAYS.benchmarks);

export const premiumBenchmarkSeries = defineEndpoint({
  method: "GET",
  path: "/api/premium/history/benchmarks/series",
  tag: "History",
  summary: "Benchmark history as a series: daily score of one model on one benchmark over up to 366 days",
  description:
    "One point per captured day; days without a snapshot of this score are left out, never filled in. A score that changed says that a source reported another one, not that the model did. Each point can be found again in /api/history/{date}/benchmarks. A series without points is not charged.",
  access: premium(1),
  reads: ["history"],
  maxAgeSeconds: 0,
  query: z.object({
    ...scoredModelParams(),
    ...rangeParams(),
  }),
  checkQuery: rangeOf,
  response: z.strictObject(ScoreSeries),
  errors: { ...AMBIGUOUS_MODEL, ...RANGE_ERRORS },
  isEmpty: ({ points }) => points.length === 0,
  example: { query: { model: "claude-opus-4-5", benchmark: "swe_bench" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const { series, captures } = await findScoreSeries(db, query.model, query.benchmark, rangeOf(query, now));
  capturedAt(captures);
  return series;
});
