import { z } from "zod";
import { BENCHMARK_IDS } from "@/lib/domain/models/scores/benchmark-ids";
import { benchmarkParam } from "../models/benchmark";
import { textParam } from "../params";

export const SeriesRange = z
  .strictObject({ from: z.iso.date(), to: z.iso.date(), days: z.int().describe("Both ends included") })
  .meta({ id: "SeriesRange" });

const PricePoint = z
  .strictObject({ date: z.iso.date(), input: z.number(), output: z.number(), blended: z.number().describe("Mean of input and output") })
  .meta({ id: "PricePoint" });

const PriceSeriesSummary = z
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

const CanonicalName = z.string().describe("Canonical name; as asked when no model is called so");

const Notes = z.array(z.string()).describe("Which model was taken, where the name of a family was given");

export const PriceSeries = {
  model: CanonicalName,
  model_id: z.string().nullable().describe("`provider/id` of the listing"),
  provider: z.string().nullable(),
  range: SeriesRange,
  resolution: z.literal("daily"),
  points: z.array(PricePoint),
  summary: PriceSeriesSummary,
  notes: Notes,
};

const ScorePoint = z.strictObject({ date: z.iso.date(), score: z.number() }).meta({ id: "ScorePoint" });

const ScoreSeriesSummary = z
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

export const ScoreSeries = {
  model: CanonicalName,
  provider: z.string().nullable(),
  benchmark: z.enum(BENCHMARK_IDS),
  range: SeriesRange,
  resolution: z.literal("daily"),
  points: z.array(ScorePoint),
  summary: ScoreSeriesSummary,
  notes: Notes,
};

export const FreeTier = {
  tier: z.literal("free"),
  premium: z.strictObject({ endpoint: z.string(), max_range_days: z.int(), credits_per_call: z.int(), note: z.string() }),
};

export const freeTier = (endpoint: string, max_range_days: number, note: string) => ({
  tier: "free" as const,
  premium: { endpoint, max_range_days, credits_per_call: 1, note },
});

export const pricedModelParam = () =>
  textParam(200).meta({ missing: "model_required", description: "Model id or name, in any order and punctuation, or provider/id" });

export const scoredModelParams = () => ({
  model: textParam(200).meta({ missing: "model_and_benchmark_required", description: "Model id or name, in any order and punctuation" }),
  benchmark: benchmarkParam("model_and_benchmark_required"),
});

/** Members that this error adds to its body. */
export const AMBIGUOUS_MODEL = { ambiguous_model: z.object({ candidates: z.array(z.string()) }) };
