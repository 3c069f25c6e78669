import { z } from "zod";
import type { Db } from "@/db/client";
import { addDays, type DateRange, utcDay } from "@/lib/domain/basics/date-range";
import { FEWEST_FORECAST_POINTS, forecast as forecastValues, type DatedValue, type Forecast } from "@/lib/domain/history/forecast";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { readPriceHistory, readScoreHistory, type ModelHistory } from "@/lib/loaders/history/model-history";
import { BENCHMARK_IDS, benchmarkParam } from "@/lib/schemas/models/benchmark";
import { AMBIGUOUS_MODEL, pricedModelParam } from "@/lib/schemas/history/series";
import { integerParam } from "@/lib/schemas/params";

const TARGETS = ["price", "benchmark"] as const;
const FIELDS = ["inputPrice", "outputPrice", "blended"] as const;
const VALUE_OF_FIELD = { inputPrice: "input", outputPrice: "output", blended: "blended" } as const;
const BOUNDS = { price: { least: 0, most: Infinity }, benchmark: { least: 0, most: 100 } };

const Day = z.strictObject({ date: z.iso.date(), predicted: z.number(), lower: z.number(), upper: z.number() }).meta({ id: "ForecastDay" });

const Query = z
  .object({
    target: z.enum(TARGETS).meta({
      invalid: "invalid_target",
      "x-needs": { price: "field", benchmark: "benchmark" },
      description: "What to forecast; price needs `field`, benchmark needs `benchmark`",
    }),
    model: pricedModelParam(),
    field: z.enum(FIELDS).optional().meta({
      missing: "price_field_required",
      description: "For target price: USD per 1M tokens; blended is the mean of input and output",
    }),
    benchmark: benchmarkParam("benchmark_required").optional(),
    lookback: integerParam(7, 90).default(30).describe("Days of history up to today that the line is fitted to"),
    horizon: integerParam(1, 30).default(7).describe("Days ahead, from tomorrow on"),
  })
  .superRefine(({ target, field, benchmark }, context) => {
    if (target === "price" && field === undefined) {
      context.addIssue({ code: "custom", path: ["field"], message: "is needed for target price" });
    }
    if (target === "benchmark" && benchmark === undefined) {
      context.addIssue({ code: "custom", path: ["benchmark"], message: "is needed for target benchmark" });
    }
  });

type ForecastQuery = z.output<typeof Query>;

interface History extends Omit<ModelHistory<unknown>, "points"> {
  values: DatedValue[];
}

async function readHistory(
  db: Db,
  { target, model, field = "blended", benchmark = "swe_bench" }: ForecastQuery,
  range: DateRange,
): Promise<History> {
  if (target === "benchmark") {
    const { points, ...history } = await readScoreHistory(db, model, benchmark, range);
    return { ...history, values: points.map(({ date, score }) => ({ date, value: score })) };
  }
  const { points, ...history } = await readPriceHistory(db, model, range);
  return { ...history, values: points.map((point) => ({ date: point.date, value: point[VALUE_OF_FIELD[field]] })) };
}

function notesOn({ confidence, clampedDays, isFlat, days }: Forecast, { target }: ForecastQuery, count: number): string[] {
  const notes = [
    "A statistical inference from past values, not a promise: a price changes when its provider says so, and a score when a source reports another one.",
    `Confidence ${confidence.score} (${confidence.label}) is r² times the share of 30 days that have data, here ${count}.`,
    "lower and upper are a 95% prediction interval for a single day, by Student's t with n − 2 degrees of freedom; it takes the noise around the line for independent and alike.",
  ];
  if (confidence.label === "low") notes.push("Low confidence: the line explains little of this history, or the history is short.");
  if (isFlat) {
    notes.push(
      "Every captured day has the same value, so that the interval has no width: it says that nothing moved, not that nothing will.",
    );
  }
  if (clampedDays > 0) {
    notes.push(
      `On ${clampedDays} of ${days.length} days the line or its interval left what a ${target === "price" ? "price can be, 0 and more" : "score can be, 0 to 100"}; it is cut there.`,
    );
  }
  return notes;
}

function requireForecast(result: ReturnType<typeof forecastValues>, found: number): Forecast {
  if (result === "insufficient_history") {
    throw new ApiError(
      "insufficient_history",
      `A forecast needs ${FEWEST_FORECAST_POINTS} captured days with a value; there are ${found}.`,
      { required: FEWEST_FORECAST_POINTS, found },
    );
  }
  if (result === "fit_failed") throw new ApiError("fit_failed");
  return result;
}

export const forecast = defineEndpoint({
  method: "GET",
  path: "/api/premium/forecast",
  tag: "History",
  summary: "A model's price or score drawn on by a straight line, with a 95% prediction interval",
  description:
    "Ordinary least squares over the captured days of the lookback window, x counted in days from its first point. The interval is t(0.975, n − 2) · s · √(1 + 1/n + (x − x̄)²/Sxx), cut at 0 and at a benchmark's 100. r² is 0 when nothing moved. " +
    "Confidence is r² · min(1, n/30): high from 0.7, medium from 0.4. The points are those of /api/history/pricing/series and /api/history/benchmarks/series.",
  access: premium(1),
  reads: ["history"],
  maxAgeSeconds: 0,
  query: Query,
  response: z.strictObject({
    target: z.enum(TARGETS),
    model: z.string(),
    model_id: z.string().nullable().describe("`provider/id` of the listing; null for scores"),
    provider: z.string(),
    field: z.enum([...FIELDS, ...BENCHMARK_IDS]).describe("The price, or the benchmark"),
    benchmark: z.enum(BENCHMARK_IDS).optional().describe("For target benchmark: the same as `field`"),
    fitted_on: z.strictObject({ from: z.iso.date(), to: z.iso.date(), days: z.int().describe("Of the window"), data_points: z.int() }),
    horizon_days: z.int(),
    current_value: z.number().describe("Of the newest captured day"),
    trend: z.strictObject({ slope_per_day: z.number(), r_squared: z.number().min(0).max(1) }),
    confidence: z.strictObject({ score: z.number().min(0).max(1), label: z.enum(["low", "medium", "high"]) }),
    forecast: z.array(Day),
    notes: z.array(z.string()),
  }),
  errors: {
    model_not_found: z.object({ model: z.string() }),
    ...AMBIGUOUS_MODEL,
    price_field_required: z.object({ parameter: z.string() }),
    benchmark_required: z.object({ parameter: z.string() }),
    insufficient_history: z.object({ required: z.int(), found: z.int() }),
    fit_failed: z.object({}),
  },
  example: { query: { target: "price", model: "claude-opus-4-5", field: "blended" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const today = utcDay(now);
  const range = { from: addDays(today, 1 - query.lookback), to: today, days: query.lookback };
  const { values, ...history } = await readHistory(db, query, range);
  if (history.provider === null) throw new ApiError("model_not_found", undefined, { model: [...query.model].slice(0, 80).join("") });
  capturedAt(history.capturedAt);
  const result = requireForecast(
    forecastValues(values, { today, horizonDays: query.horizon, bounds: BOUNDS[query.target] }),
    values.length,
  );
  const isScore = query.target === "benchmark";
  return {
    target: query.target,
    model: history.model,
    model_id: history.modelId,
    provider: history.provider,
    field: (isScore ? query.benchmark : query.field) ?? "blended",
    ...(isScore && query.benchmark ? { benchmark: query.benchmark } : {}),
    fitted_on: { ...range, data_points: values.length },
    horizon_days: query.horizon,
    current_value: result.currentValue,
    trend: { slope_per_day: result.trend.slopePerDay, r_squared: result.trend.rSquared },
    confidence: result.confidence,
    forecast: result.days,
    notes: [...history.notes, ...notesOn(result, query, values.length)],
  };
});
