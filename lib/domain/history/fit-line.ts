import jstat from "jstat";

export interface LinePoint {
  x: number;
  y: number;
}

/** How many points have the value of the point before. */
export const unmovedPoints = (points: readonly LinePoint[]): number => points.filter(({ y }, index) => y === points[index - 1]?.y).length;

export interface LineFit {
  count: number;
  slope: number;
  /** The line passes through (meanX, meanY). */
  meanX: number;
  meanY: number;
  /** Σ(x − meanX)². */
  sxx: number;
  /** Share of the variance of y that the line explains; 0 when there is none. */
  rSquared: number;
  /** √(sum of squared residuals / (count − 2)). */
  residualDeviation: number;
}

/** Two points leave no residual to judge the fit by. */
const FEWEST_POINTS = 3;

/** Null when no line fits: fewer than three points, all at one x, or numbers too large to square. */
export function fitLine(points: readonly LinePoint[]): LineFit | null {
  const [first] = points;
  if (!first || points.length < FEWEST_POINTS) return null;
  // Coordinates start at the first point, so that rounding gives a constant series no variance.
  const xs = points.map(({ x }) => x - first.x);
  const ys = points.map(({ y }) => y - first.y);
  const [meanX, meanY] = [jstat.mean(xs), jstat.mean(ys)];
  const sxx = jstat.sumsqerr(xs);
  const slope = (jstat.covariance(xs, ys) * (points.length - 1)) / sxx;
  const residual = jstat.sumsqrd(ys.map((y, index) => y - meanY - slope * ((xs[index] ?? 0) - meanX)));
  const total = jstat.sumsqerr(ys);
  const fit: LineFit = {
    count: points.length,
    slope,
    meanX: meanX + first.x,
    meanY: meanY + first.y,
    sxx,
    rSquared: total === 0 ? 0 : Math.max(0, 1 - residual / total),
    residualDeviation: Math.sqrt(residual / (points.length - 2)),
  };
  return Object.values(fit).every(Number.isFinite) ? fit : null;
}

export interface Prediction {
  predicted: number;
  lower: number;
  upper: number;
}

const UPPER_TAIL = 0.975;

/** Student's t for a two-sided 95% interval: 2.5% in each tail. */
export const criticalT = (degreesOfFreedom: number): number => jstat.studentt.inv(UPPER_TAIL, degreesOfFreedom);
