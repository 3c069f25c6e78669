export interface LinePoint {
  x: number;
  y: number;
}

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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Null when no line fits: fewer than three points, all at one x, or numbers too large to square. */
export function fitLine(points: readonly LinePoint[]): LineFit | null {
  const [first] = points;
  if (!first || points.length < FEWEST_POINTS) return null;
  // Measured from the first point, so that rounding gives a constant series no variance, whatever its value.
  const xs = points.map(({ x }) => x - first.x);
  const ys = points.map(({ y }) => y - first.y);
  const [meanX, meanY] = [sum(xs) / points.length, sum(ys) / points.length];
  const sxx = sum(xs.map((x) => (x - meanX) ** 2));
  const sxy = sum(xs.map((x, index) => (x - meanX) * ((ys[index] ?? 0) - meanY)));
  const slope = sxy / sxx;
  const residual = sum(ys.map((y, index) => (y - meanY - slope * ((xs[index] ?? 0) - meanX)) ** 2));
  const total = sum(ys.map((y) => (y - meanY) ** 2));
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

/** Prediction interval of one more observation; `criticalT` is Student's t for the confidence level at `count − 2` degrees of freedom. */
export function predictAt({ count, slope, meanX, meanY, sxx, residualDeviation }: LineFit, x: number, criticalT: number): Prediction {
  const predicted = meanY + slope * (x - meanX);
  const margin = criticalT * residualDeviation * Math.sqrt(1 + 1 / count + (x - meanX) ** 2 / sxx);
  return { predicted, lower: predicted - margin, upper: predicted + margin };
}
