import { z } from "zod";
import { PRICE_FIELDS } from "@/lib/domain/history/compare-prices";
import { BENCHMARK_IDS } from "@/lib/domain/models/scores/benchmark-ids";
import { BenchmarkScores } from "../models/benchmark";

const Ends = { from_date: z.iso.date(), to_date: z.iso.date() };
const unchangedCount = z.int().describe("Models on both days of which nothing here differs");
const delta = z.number().nullable().describe("In percent of the earlier value; null when that is 0 or missing");

const PricedModel = z
  .strictObject({
    model: z.string(),
    model_id: z.string().describe("`provider/id`"),
    provider: z.string(),
    inputPrice: z.number(),
    outputPrice: z.number(),
  })
  .meta({ id: "PricedModel" });

const PriceChange = z
  .strictObject({
    model: z.string(),
    model_id: z.string(),
    provider: z.string(),
    field: z.enum(PRICE_FIELDS),
    from: z.number(),
    to: z.number(),
    delta_pct: delta,
  })
  .meta({ id: "PriceChange" });

export const PricingComparison = z.strictObject({
  type: z.literal("pricing"),
  ...Ends,
  added: z.array(PricedModel).describe("Priced on the later day only"),
  removed: z.array(PricedModel).describe("Priced on the earlier day only"),
  changed: z.array(PriceChange).describe("One for each field that differs"),
  unchanged_count: unchangedCount,
});

const ScoredModel = z.strictObject({ model: z.string(), provider: z.string(), scores: BenchmarkScores }).meta({ id: "ComparedScores" });

const ScoreChange = z
  .strictObject({
    model: z.string(),
    provider: z.string(),
    field: z.enum(BENCHMARK_IDS),
    benchmark: z.enum(BENCHMARK_IDS).describe("The same as `field`"),
    from: z.number().nullable().describe("Null: no score on that day"),
    to: z.number().nullable(),
    delta_pct: delta,
    delta_pp: z.number().nullable().describe("In percentage points"),
  })
  .meta({ id: "ScoreChange" });

export const BenchmarksComparison = z.strictObject({
  type: z.literal("benchmarks"),
  ...Ends,
  added: z.array(ScoredModel).describe("Scored on the later day only"),
  removed: z.array(ScoredModel).describe("Scored on the earlier day only"),
  changed: z.array(ScoreChange).describe("One for each score that differs, came or went"),
  unchanged_count: unchangedCount,
});

export const DayComparison = z.discriminatedUnion("type", [PricingComparison, BenchmarksComparison]);
