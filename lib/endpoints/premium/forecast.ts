import { z } from "zod";
import type { Db } from "@/db/client";
import { addDays, type DateRange, utcDay } from "@/lib/domain/basics/date-range";
import { FEWEST_FORECAST_POINTS, forecast as forecastValues, type DatedValue, type Forecast } from "@/lib/domain/history/forecast";
import type { Calibration } from "@/lib/domain/history/pooled-errors";
import { FORECAST_METHODS } from "@/lib/domain/history/projection";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { calibratePrices, calibrateScores } from "@/lib/loaders/history/forecast-calibration";
import { readPriceHistory, readScoreHistory, type ModelHistory } from "@/lib/loaders/history/model-history";
import { BENCHMARK_IDS } from "@/lib/domain/models/scores/benchmark-ids";
import { benchmarkParam } from "@/lib/schemas/models/benchmark";
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
    method: z
      .enum([...FORECAST_METHODS, "auto"])
      .default("ols")
      .describe(
        "How `predicted` is drawn on: ols, the least-squares line; last_value, the newest value; trend, the newest value with the mean daily change of the lookback; auto, whichever of them is `suggested_method`",
      ),
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

type KnownHistory = History & { provider: string };

async function requireHistory(db: Db, query: ForecastQuery, range: DateRange): Promise<KnownHistory> {
  const { provider, ...history } = await readHistory(db, query, range);
  if (provider !== null) return { ...history, provider };
  const { notes, candidates } = history;
  throw new ApiError("model_not_found", notes[0], { model: [...query.model].slice(0, 80).join(""), candidates });
}

const readCalibration = (db: Db, { target, field = "blended", lookback, horizon }: ForecastQuery, today: string): Promise<Calibration> => {
  const window = { today, lookbackDays: lookback, horizonDays: horizon };
  return target === "price" ? calibratePrices(db, field, window) : calibrateScores(db, window);
};

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

function intervalNotes({ isFlat, pooled, days }: Forecast, histories: string): string[] {
  const made =
    "lower and upper are a 95% interval for a single day, made from a line with autocorrelated noise (AR(1)), or a change of level where the history shows one, and widened where needed to contain predicted";
  if (pooled === null) {
    const own = `${made}. Fewer than 19 other histories of this kind reach back far enough, so that its width is set by this history's own noise and Student's t.`;
    if (!isFlat) return [own];
    return [
      own,
      "Every captured day has the same value, so that the interval has no width: it says that nothing moved, not that nothing will.",
    ];
  }
  const calibrated = `${made}. Its width at the last day is set by how far forecasts of ${pooled.histories} ${histories} that moved like this one were off at that distance (split conformal prediction).`;
  if (!isFlat) return [calibrated];
  return [
    calibrated,
    `Every captured day has the same value. Of ${pooled.histories} ${histories} that had not left their line either, ${percent(pooled.missedShare)} had ${days.length} ${days.length === 1 ? "day" : "days"} later.`,
  ];
}

function confidenceNote({ confidence: { score, label, closeShare } }: Forecast, count: number): string {
  const stated = `Confidence ${score} (${label}) follows a backtest of this history`;
  if (closeShare === null) return `${stated}; with ${count} captured days there is none yet.`;
  return `${stated}: when the days of its later half were forecast from those before, ${percent(closeShare)} of the forecasts came within 5%. It is less with fewer than 30 captured days, here ${count}, and where other histories that had not moved either did move later.`;
}

function notesOn(result: Forecast, { target }: ForecastQuery, count: number): string[] {
  const { confidence, clampedDays, days } = result;
  const notes = [
    "A statistical inference from past values, not a promise: a price changes when its provider says so, and a score when a source reports another one.",
    confidenceNote(result, count),
    ...intervalNotes(result, target === "price" ? "price histories" : "score histories"),
  ];
  if (confidence.label === "low") {
    notes.push("Low confidence: such forecasts of this history are often off by more than 5%, or the history is short.");
  }
  if (clampedDays > 0) {
    notes.push(
      `On ${clampedDays} of ${days.length} days the projection or its interval left what a ${target === "price" ? "price can be, 0 and more" : "score can be, 0 to 100"}; it is cut there.`,
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

function answerOf(query: ForecastQuery, history: KnownHistory, range: DateRange, result: Forecast) {
  const isScore = query.target === "benchmark";
  return {
    target: query.target,
    model: history.model,
    model_id: history.modelId,
    provider: history.provider,
    field: (isScore ? query.benchmark : query.field) ?? "blended",
    ...(isScore && query.benchmark ? { benchmark: query.benchmark } : {}),
    fitted_on: { ...range, data_points: history.values.length },
    horizon_days: query.horizon,
    current_value: result.currentValue,
    method: result.method,
    suggested_method: result.suggestedMethod,
    interval: {
      level: 0.95 as const,
      basis: result.pooled ? ("pooled_errors" as const) : ("own_noise" as const),
      histories: result.pooled?.histories ?? null,
    },
    trend: { slope_per_day: result.trend.slopePerDay, r_squared: result.trend.rSquared },
    confidence: { score: result.confidence.score, label: result.confidence.label },
    forecast: result.days,
    notes: [...history.notes, ...notesOn(result, query, history.values.length)],
  };
}

export const forecast = defineEndpoint({
  method: "GET",
  path: "/api/premium/forecast",
  tag: "History",
  summary: "Forecast of a model's price or benchmark score by a straight line, with a calibrated 95% interval",
  description:
    "Ordinary least squares over the captured days of the lookback window, x counted in days from its first point; `method` asks for another projection. " +
    "The 95% interval comes from a line with first-order autoregressive noise, AR(1), fitted by generalised least squares: independent noise and a random walk are its two extremes; they and a change of level on any day of the lookback are averaged by restricted likelihood. " +
    "Its width is calibrated by split conformal prediction: at each distance, the 95% quantile of the errors that such forecasts of other listings made, measured in standard errors, separately for histories on one line, in steps, and moving on most days. " +
    "With fewer than 19 such errors it is Student's t times the standard error. It is widened where needed to contain `predicted`, and cut at 0 and at a benchmark's 100. No interval foresees a change of regime after the lookback. r² is 0 when nothing moved. " +
    "Confidence is measured: the share of backtested forecasts of this history, by this method, that came within 5% of the value, times min(1, n/30), and for a history that never left its line at most the share of such histories that stayed on theirs; high from 0.7, medium from 0.4. The points are those of /api/history/pricing/series and /api/history/benchmarks/series.",
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
    method: z.enum(FORECAST_METHODS).describe("By which `predicted` is drawn on"),
    suggested_method: z
      .enum(FORECAST_METHODS)
      .describe("With the least mean absolute error when this history's later values are forecast from its earlier ones; ols on a tie"),
    interval: z
      .strictObject({
        level: z.literal(0.95),
        basis: z
          .enum(["pooled_errors", "own_noise"])
          .describe("What sets the width on the last day: errors of other histories' forecasts, or this history's noise alone"),
        histories: z.int().nullable().describe("Whose errors are pooled; null when none are"),
      })
      .meta({ id: "ForecastInterval" }),
    trend: z.strictObject({ slope_per_day: z.number(), r_squared: z.number().min(0).max(1) }),
    confidence: z.strictObject({
      score: z.number().min(0).max(1).describe("Share of backtested forecasts of this history within 5%, less for a short history"),
      label: z.enum(["low", "medium", "high"]),
    }),
    forecast: z.array(Day),
    notes: z.array(z.string()),
  }),
  errors: {
    model_not_found: z.object({
      model: z.string(),
      candidates: z.array(z.string()).describe("`provider/id` of models with a similar name"),
    }),
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
  const { values, ...history } = await requireHistory(db, query, range);
  capturedAt(history.capturedAt);
  const result = requireForecast(
    forecastValues(values, {
      today,
      horizonDays: query.horizon,
      bounds: BOUNDS[query.target],
      method: query.method,
      calibration: await readCalibration(db, query, today),
    }),
    values.length,
  );
  return answerOf(query, { ...history, values }, range, result);
});
