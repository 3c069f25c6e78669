import { addDays } from "../basics/date-range";
import { fitLine, predictAt, type LineFit, type Prediction } from "./fit-line";
import { roundTo } from "../basics/arithmetic";
import { DAY_MS } from "../basics/time";

export interface DatedValue {
  date: string;
  value: number;
}

export interface ForecastRequest {
  /** The forecast begins the day after. */
  today: string;
  horizonDays: number;
  /** Possible values: no price is below 0, no score above its maximum. */
  bounds: { least: number; most: number };
}

export type ConfidenceLabel = "low" | "medium" | "high";

export interface Forecast {
  currentValue: number;
  trend: { slopePerDay: number; rSquared: number };
  confidence: { score: number; label: ConfidenceLabel };
  days: (Prediction & { date: string })[];
  clampedDays: number;
  isFlat: boolean;
}

export type ForecastFault = "insufficient_history" | "fit_failed";

/** Fewer points leave hardly a degree of freedom. */
export const FEWEST_FORECAST_POINTS = 4;

const DECIMALS = 4;
const FULL_HISTORY = 30;

const round = (value: number): number => roundTo(value, DECIMALS);

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export function confidenceOf(rSquared: number, count: number): { score: number; label: ConfidenceLabel } {
  const score = round(Math.min(1, Math.max(0, rSquared * Math.min(1, count / FULL_HISTORY))));
  return { score, label: score >= 0.7 ? "high" : score >= 0.4 ? "medium" : "low" };
}

function daysAhead(fit: LineFit, firstDate: string, { today, horizonDays, bounds }: ForecastRequest) {
  return Array.from({ length: horizonDays }, (_, index) => {
    const date = addDays(today, index + 1);
    const free = predictAt(fit, daysBetween(firstDate, date));
    const within = (value: number): number => Math.min(bounds.most, Math.max(bounds.least, value));
    const day = { date, predicted: round(within(free.predicted)), lower: round(within(free.lower)), upper: round(within(free.upper)) };
    return { day, isClamped: round(free.lower) < bounds.least || round(free.upper) > bounds.most };
  });
}

/** `points` are daily, oldest first. The interval contains the next single value in 95% of cases. */
export function forecast(points: readonly DatedValue[], request: ForecastRequest): Forecast | ForecastFault {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < FEWEST_FORECAST_POINTS) return "insufficient_history";
  const fit = fitLine(points.map(({ date, value }) => ({ x: daysBetween(first.date, date), y: value })));
  if (!fit) return "fit_failed";
  const ahead = daysAhead(fit, first.date, request);
  if (!ahead.every(({ day }) => [day.predicted, day.lower, day.upper].every(Number.isFinite))) return "fit_failed";
  return {
    currentValue: last.value,
    trend: { slopePerDay: round(fit.slope), rSquared: round(fit.rSquared) },
    confidence: confidenceOf(fit.rSquared, fit.count),
    days: ahead.map(({ day }) => day),
    clampedDays: ahead.filter(({ isClamped }) => isClamped).length,
    isFlat: points.every(({ value }) => value === first.value),
  };
}
