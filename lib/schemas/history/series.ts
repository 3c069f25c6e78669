import { z } from "zod";
import type { ScoreSummary } from "@/lib/domain/history/benchmark-series";
import type { PriceSummary } from "@/lib/domain/history/price-series";
import { BENCHMARK_IDS } from "../models/benchmark";

export const SeriesRange = z
  .strictObject({ from: z.iso.date(), to: z.iso.date(), days: z.int().describe("Both ends included") })
  .meta({ id: "SeriesRange" });

const PricePoint = z
  .strictObject({ date: z.iso.date(), input: z.number(), output: z.number(), blended: z.number().describe("Mean of input and output") })
  .meta({ id: "PricePoint" });

export const PriceSeriesSummary = z
  .strictObject({
    first: PricePoint.nullable(),
    latest: PricePoint.nullable(),
    min_blended: z.number().nullable(),
    max_blended: z.number().nullable(),
    delta_pct_blended: z.number().nullable().describe("Null without points, or when the first price is 0"),
    changes_detected: z.int().describe("Points whose input or output price differs from the point before"),
    days_with_data: z.int(),
    days_missing: z.int(),
  })
  .meta({ id: "PriceSeriesSummary" });

export const toPriceSummary = (summary: PriceSummary): z.output<typeof PriceSeriesSummary> => ({
  first: summary.first,
  latest: summary.latest,
  min_blended: summary.minBlended,
  max_blended: summary.maxBlended,
  delta_pct_blended: summary.deltaPctBlended,
  changes_detected: summary.changesDetected,
  days_with_data: summary.daysWithData,
  days_missing: summary.daysMissing,
});

export const PriceSeries = {
  model: z.string().describe("Canonical name; as asked when no model is called so"),
  model_id: z.string().nullable().describe("`provider/id` of the listing"),
  provider: z.string().nullable(),
  range: SeriesRange,
  resolution: z.literal("daily"),
  points: z.array(PricePoint),
  summary: PriceSeriesSummary,
};

const ScorePoint = z.strictObject({ date: z.iso.date(), score: z.number() }).meta({ id: "ScorePoint" });

export const ScoreSeriesSummary = z
  .strictObject({
    first: ScorePoint.nullable(),
    latest: ScorePoint.nullable(),
    min_score: z.number().nullable(),
    max_score: z.number().nullable(),
    delta_pp: z.number().nullable().describe("Latest minus first, in percentage points"),
    days_with_data: z.int(),
    days_missing: z.int(),
  })
  .meta({ id: "ScoreSeriesSummary" });

export const toScoreSummary = (summary: ScoreSummary): z.output<typeof ScoreSeriesSummary> => ({
  first: summary.first,
  latest: summary.latest,
  min_score: summary.minScore,
  max_score: summary.maxScore,
  delta_pp: summary.deltaPp,
  days_with_data: summary.daysWithData,
  days_missing: summary.daysMissing,
});

export const ScoreSeries = {
  model: z.string().describe("Canonical name; as asked when no model is called so"),
  provider: z.string().nullable(),
  benchmark: z.enum(BENCHMARK_IDS),
  range: SeriesRange,
  resolution: z.literal("daily"),
  points: z.array(ScorePoint),
  summary: ScoreSeriesSummary,
};

export const FreeTier = {
  tier: z.literal("free"),
  premium: z.strictObject({ endpoint: z.string(), max_range_days: z.int(), credits_per_call: z.int(), note: z.string() }),
};

interface DayPoint {
  date: string;
}

export const seriesEnding = <Point extends DayPoint>(points: Point[], premium: z.input<typeof FreeTier.premium>) => ({
  resolution: "daily" as const,
  points,
  tier: "free" as const,
  premium,
});
