import { fitLine, type LinePoint } from "./fit-line";
import { FORECAST_METHODS, projectionOf, type ForecastMethod } from "./projection";

/** Points before the first origin of the backtest. */
const FEWEST_POINTS = 4;
/** A forecast from far fewer days than there are now says little about one from all of them. */
const LEAST_HISTORY_SHARE = 0.5;
/** A forecast within this share of what came is close. */
export const CLOSE_SHARE = 0.05;
/** Differences by rounding decide nothing. */
const ROUNDING = 1e-9;

interface Tally {
  /** Sum of the absolute errors. */
  error: number;
  /** Number of forecasts that began from at least half of the history. */
  forecasts: number;
  close: number;
}

export interface Backtest {
  /** The method with the least mean absolute error; `ols` on a tie. */
  suggestedMethod: ForecastMethod;
  /** By method: share of the forecasts that came close; null where there was none to compare. */
  closeShares: Readonly<Record<ForecastMethod, number | null>>;
}

const isClose = (actual: number, predicted: number): boolean => Math.abs(actual - predicted) <= CLOSE_SHARE * Math.abs(actual) + ROUNDING;

/** Forecasts from the first `end` points, compared with the values of the days up to the horizon. */
function compareFrom(
  points: readonly LinePoint[],
  end: number,
  horizonDays: number,
  tallies: Readonly<Record<ForecastMethod, Tally>>,
): void {
  const history = points.slice(0, end);
  const fit = fitLine(history);
  if (!fit) return;
  const until = (history.at(-1)?.x ?? 0) + horizonDays;
  const later = points.slice(end).filter(({ x }) => x <= until);
  const counts = end >= points.length * LEAST_HISTORY_SHARE;
  for (const method of FORECAST_METHODS) {
    const valueOn = projectionOf(method, history, fit);
    const tally = tallies[method];
    for (const { x, y } of later) {
      tally.error += Math.abs(y - valueOn(x));
      tally.forecasts += Number(counts);
      tally.close += Number(counts && isClose(y, valueOn(x)));
    }
  }
}

/** Forecasts the history's later values from its earlier ones. */
export function backtest(points: readonly LinePoint[], horizonDays: number): Backtest {
  const nothing = (): Tally => ({ error: 0, forecasts: 0, close: 0 });
  const tallies = { ols: nothing(), last_value: nothing(), trend: nothing() };
  for (let end = FEWEST_POINTS; end < points.length; end++) compareFrom(points, end, horizonDays, tallies);
  const isBetter = (method: ForecastMethod, than: ForecastMethod): boolean =>
    tallies[method].error < tallies[than].error * (1 - ROUNDING) - ROUNDING;
  const shareOf = ({ forecasts, close }: Tally): number | null => (forecasts === 0 ? null : close / forecasts);
  return {
    suggestedMethod: FORECAST_METHODS.reduce((best, next) => (isBetter(next, best) ? next : best)),
    closeShares: { ols: shareOf(tallies.ols), last_value: shareOf(tallies.last_value), trend: shareOf(tallies.trend) },
  };
}
