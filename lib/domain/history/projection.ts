import type { LineFit, LinePoint } from "./fit-line";

/** Ways to continue a history: least-squares line, newest value, or that with the mean change a day. */
export const FORECAST_METHODS = ["ols", "last_value", "trend"] as const;
export type ForecastMethod = (typeof FORECAST_METHODS)[number];

/** `fit` is the least-squares line of the points, which are on at least two days, oldest first. */
export function projectionOf(method: ForecastMethod, points: readonly LinePoint[], fit: LineFit): (x: number) => number {
  if (method === "ols") return (x) => fit.meanY + fit.slope * (x - fit.meanX);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return () => Number.NaN;
  const perDay = method === "trend" ? (last.y - first.y) / (last.x - first.x) : 0;
  return (x) => last.y + perDay * (x - last.x);
}
