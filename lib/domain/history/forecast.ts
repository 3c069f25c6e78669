import { addDays, dayNumber } from "../basics/date-range";
import { backtest } from "./backtest";
import { fitLine, type Prediction } from "./fit-line";
import { expectationOf, intervalOn, type Expectation, type PooledErrors } from "./interval";
import type { Calibration } from "./pooled-errors";
import { projectionOf, type ForecastMethod } from "./projection";
import { roundTo } from "../basics/arithmetic";

export interface DatedValue {
  date: string;
  value: number;
}

/** `auto` takes the suggested method. */
export type RequestedMethod = ForecastMethod | "auto";

export interface ForecastRequest {
  /** The forecast begins the day after. */
  today: string;
  horizonDays: number;
  /** Possible values: no price is below 0, no score above its maximum. */
  bounds: { least: number; most: number };
  method: RequestedMethod;
  /** Errors of all histories; null leaves the interval to this history's own noise. */
  calibration: Calibration | null;
}

type ConfidenceLabel = "low" | "medium" | "high";

export interface Forecast {
  currentValue: number;
  trend: { slopePerDay: number; rSquared: number };
  confidence: Confidence;
  days: (Prediction & { date: string })[];
  clampedDays: number;
  isFlat: boolean;
  method: ForecastMethod;
  /** Winner of the backtest on this history. */
  suggestedMethod: ForecastMethod;
  /** Errors by which the last day's interval is set; null when it is set by this history's own noise. */
  pooled: PooledErrors | null;
}

export type ForecastFault = "insufficient_history" | "fit_failed";

/** Fewer points leave hardly a degree of freedom. */
export const FEWEST_FORECAST_POINTS = 4;

const DECIMALS = 4;
const FULL_HISTORY = 30;

const round = (value: number): number => roundTo(value, DECIMALS);

interface Confidence {
  score: number;
  label: ConfidenceLabel;
  /** Share of the history's own backtested forecasts that came close; null where it is too short for any. */
  closeShare: number | null;
}

/**
 * The share of this history's own forecasts that came close, less for a short history. Forecasts of a
 * history that never left its line always came close, so its confidence is at most the share of such
 * histories that stayed on theirs.
 */
export function confidenceOf(closeShare: number | null, count: number, stayedShare = 1): Confidence {
  const score = round(Math.min(closeShare ?? 0, stayedShare) * Math.min(1, count / FULL_HISTORY));
  return { score, label: score >= 0.7 ? "high" : score >= 0.4 ? "medium" : "low", closeShare };
}

const pooledFor = ({ kind }: Expectation, calibration: Calibration | null, ahead: number): PooledErrors | undefined =>
  calibration?.[ahead - 1]?.[kind];

function daysAhead(valueOn: (x: number) => number, expectation: Expectation, { today, horizonDays, bounds, calibration }: ForecastRequest) {
  return Array.from({ length: horizonDays }, (_, index) => {
    const date = addDays(today, index + 1);
    const value = valueOn(dayNumber(date));
    const { lower, upper } = intervalOn(dayNumber(date), value, expectation, pooledFor(expectation, calibration, index + 1));
    const within = (free: number): number => round(Math.min(bounds.most, Math.max(bounds.least, free)));
    const day = { date, predicted: within(value), lower: within(lower), upper: within(upper) };
    return { day, isClamped: round(lower) < bounds.least || round(upper) > bounds.most };
  });
}

/** `points` are daily, oldest first. The interval contains the next single value in 95% of cases. */
export function forecast(points: readonly DatedValue[], request: ForecastRequest): Forecast | ForecastFault {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < FEWEST_FORECAST_POINTS) return "insufficient_history";
  const history = points.map(({ date, value }) => ({ x: dayNumber(date), y: value }));
  const fit = fitLine(history);
  if (!fit) return "fit_failed";
  const { suggestedMethod, closeShares } = backtest(history, request.horizonDays);
  const method = request.method === "auto" ? suggestedMethod : request.method;
  const expectation = expectationOf(history, fit);
  const ahead = daysAhead(projectionOf(method, history, fit), expectation, request);
  if (!ahead.every(({ day }) => [day.predicted, day.lower, day.upper].every(Number.isFinite))) return "fit_failed";
  const pooled = pooledFor(expectation, request.calibration, request.horizonDays);
  return {
    currentValue: last.value,
    trend: { slopePerDay: round(fit.slope), rSquared: round(fit.rSquared) },
    confidence: confidenceOf(closeShares[method], fit.count, expectation.kind === "exact" && pooled ? 1 - pooled.missedShare : 1),
    days: ahead.map(({ day }) => day),
    clampedDays: ahead.filter(({ isClamped }) => isClamped).length,
    isFlat: points.every(({ value }) => value === first.value),
    method,
    suggestedMethod,
    pooled: pooled && pooled.factor !== null ? pooled : null,
  };
}
