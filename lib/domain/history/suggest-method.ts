import { fitLine, type LinePoint } from "./fit-line";
import { FORECAST_METHODS, projectionOf, type ForecastMethod } from "./projection";

/** Points before the first origin of the backtest. */
const FEWEST_POINTS = 4;

/** Sum of the absolute errors, by method, of forecasts from the first `end` points. */
function errorsFrom(points: readonly LinePoint[], end: number, horizonDays: number): number[] {
  const history = points.slice(0, end);
  const fit = fitLine(history);
  const until = (history.at(-1)?.x ?? 0) + horizonDays;
  const later = points.slice(end).filter(({ x }) => x <= until);
  if (!fit) return FORECAST_METHODS.map(() => 0);
  return FORECAST_METHODS.map((method) => {
    const valueOn = projectionOf(method, history, fit);
    return later.reduce((sum, { x, y }) => sum + Math.abs(y - valueOn(x)), 0);
  });
}

/** The method with the least mean absolute error when the history's later values are forecast from its earlier ones; `ols` on a tie. */
export function suggestMethod(points: readonly LinePoint[], horizonDays: number): ForecastMethod {
  const totals = FORECAST_METHODS.map((method) => ({ method, error: 0 }));
  for (let end = FEWEST_POINTS; end < points.length; end++) {
    const errors = errorsFrom(points, end, horizonDays);
    totals.forEach((total, index) => (total.error += errors[index] ?? 0));
  }
  // Differences by rounding decide nothing.
  return totals.reduce((best, next) => (next.error < best.error * (1 - 1e-9) - 1e-9 ? next : best)).method;
}
