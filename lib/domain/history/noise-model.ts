import { unmovedPoints, type LineFit, type LinePoint } from "./fit-line";

/** Where a later value is expected, and the standard deviation of its error. */
export interface Expected {
  center: number;
  deviation: number;
}

interface Candidate {
  logLikelihood: number;
  expectedOn: (x: number) => Expected;
}

/**
 * Day-to-day correlations of the noise around the trend, an autoregression of order 1. At 0 the noise is independent, as the textbook
 * interval of least squares assumes; near 1 it is a random walk, as prices are.
 */
const CORRELATIONS = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99] as const;

/** Residuals this small beside the values are rounding. */
const ROUNDING = 1e-9;

/**
 * Sums over the whitened points, whose errors are independent. Letters: o for the constant, d for the
 * day, v for the value.
 */
function whitenedSums(points: readonly LinePoint[], correlation: number) {
  const sums = { oo: 0, od: 0, dd: 0, ov: 0, dv: 0, vv: 0, logScale: 0 };
  points.forEach(({ x, y }, index) => {
    const before = points[index - 1];
    const carried = before ? correlation ** (x - before.x) : 0;
    const scale = Math.sqrt(1 - carried * carried);
    const one = (1 - carried) / scale;
    const day = (x - carried * (before?.x ?? 0)) / scale;
    const value = (y - carried * (before?.y ?? 0)) / scale;
    sums.oo += one * one;
    sums.od += one * day;
    sums.dd += day * day;
    sums.ov += one * value;
    sums.dv += day * value;
    sums.vv += value * value;
    sums.logScale += Math.log(scale);
  });
  return sums;
}

/** Generalised least squares of a straight line, given the correlation of the noise. */
function candidateOf(points: readonly LinePoint[], correlation: number): Candidate {
  const { oo, od, dd, ov, dv, vv, logScale } = whitenedSums(points, correlation);
  const determinant = oo * dd - od * od;
  const level = (ov * dd - dv * od) / determinant;
  const slope = (oo * dv - od * ov) / determinant;
  const squares = Math.max(Number.MIN_VALUE, vv - level * ov - slope * dv);
  const degrees = points.length - 2;
  const halfWindow = ((points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0)) / 2;
  const { x: lastX, y: lastY } = points.at(-1) ?? { x: 0, y: 0 };
  return {
    // Days are counted in half windows. Their regressor is then as large as a level's, so that both candidates compare.
    logLikelihood: -logScale - Math.log(determinant / halfWindow ** 2) / 2 - (degrees / 2) * Math.log(squares),
    expectedOn: (x) => {
      const carried = correlation ** (x - lastX);
      const [one, day] = [1 - carried, x - carried * lastX];
      const leverage = (dd * one * one - 2 * od * one * day + oo * day * day) / determinant;
      return {
        center: carried * lastY + level * one + slope * day,
        deviation: Math.sqrt((squares / degrees) * (1 - carried * carried + leverage)),
      };
    },
  };
}

/** Points after a change of level from which the new level is estimated, and before it. */
const FEWEST_PER_LEVEL = 4;

/** Two levels with independent noise, the second from point `begin` on. Later values are expected at the second. */
function shiftOf(points: readonly LinePoint[], begin: number): Candidate {
  const levels = [points.slice(0, begin), points.slice(begin)].map((part) => {
    const mean = part.reduce((sum, { y }) => sum + y, 0) / part.length;
    return { mean, count: part.length, squares: part.reduce((sum, { y }) => sum + (y - mean) ** 2, 0) };
  });
  const squares = Math.max(
    Number.MIN_VALUE,
    levels.reduce((sum, level) => sum + level.squares, 0),
  );
  const degrees = points.length - 2;
  const { mean: center, count } = levels[1] ?? { mean: 0, count: 1 };
  const prior = CORRELATIONS.length / points.length;
  return {
    logLikelihood: Math.log(prior) - Math.log(begin * count) / 2 - (degrees / 2) * Math.log(squares),
    expectedOn: () => ({ center, deviation: Math.sqrt((squares / degrees) * (1 + 1 / count)) }),
  };
}

/** A change of level can have happened on any day. A history in steps is nothing but such changes: more of them must be expected. */
function shiftsOf(points: readonly LinePoint[]): Candidate[] {
  if (unmovedPoints(points) > 0) return [];
  const begins = points.map((_, index) => index).slice(FEWEST_PER_LEVEL, 1 - FEWEST_PER_LEVEL);
  return begins.map((begin) => shiftOf(points, begin));
}

/**
 * A line with autocorrelated noise, or a change of level. A short history does not tell how strong the correlation is, so the candidates
 * are averaged by their restricted likelihood. Null for points without noise, on one straight line: those do not say how far a later value can be off.
 */
export function noiseModel(points: readonly LinePoint[], { meanX, meanY, residualDeviation }: LineFit): ((x: number) => Expected) | null {
  if (residualDeviation <= ROUNDING * Math.max(...points.map(({ y }) => Math.abs(y)))) return null;
  // In units of the residuals around the mean, so that the sums stay exact.
  const scaled = points.map(({ x, y }) => ({ x: x - meanX, y: (y - meanY) / residualDeviation }));
  const candidates = [...CORRELATIONS.map((correlation) => candidateOf(scaled, correlation)), ...shiftsOf(scaled)];
  const likeliest = Math.max(...candidates.map(({ logLikelihood }) => logLikelihood));
  const weights = candidates.map(({ logLikelihood }) => Math.exp(logLikelihood - likeliest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (x) => {
    const expected = candidates.map(({ expectedOn }) => expectedOn(x - meanX));
    const mean = (valueOf: (each: Expected) => number): number =>
      expected.reduce((sum, each, index) => sum + (weights[index] ?? 0) * valueOf(each), 0) / total;
    const center = mean((each) => each.center);
    const variance = mean((each) => each.deviation ** 2 + (each.center - center) ** 2);
    return { center: meanY + residualDeviation * center, deviation: residualDeviation * Math.sqrt(variance) };
  };
}
