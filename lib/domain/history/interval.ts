import { criticalT, unmovedPoints, type LineFit, type LinePoint } from "./fit-line";
import { noiseModel, type Expected } from "./noise-model";
import { projectionOf } from "./projection";

/**
 * How a history moves: along one line, in steps with one value on most days, or on most days. Each
 * kind has errors of its own: after steps they are mostly 0 and rarely large.
 */

export type HistoryKind = "exact" | "stepwise" | "noisy";

/** Where later values of a history are expected, with the unit in which their errors are measured. */
export interface Expectation {
  degreesOfFreedom: number;
  kind: HistoryKind;
  on: (x: number) => Expected;
}

function kindOf(points: readonly LinePoint[]): HistoryKind {
  return unmovedPoints(points) * 2 >= points.length - 1 ? "stepwise" : "noisy";
}

/** An exact history has no noise to measure errors by: they are shares of the expected value. */
export function expectationOf(points: readonly LinePoint[], fit: LineFit): Expectation {
  const model = noiseModel(points, fit);
  const line = projectionOf("ols", points, fit);
  return {
    degreesOfFreedom: fit.count - 2,
    kind: model ? kindOf(points) : "exact",
    on: model ?? ((x) => ({ center: line(x), deviation: Math.abs(line(x)) })),
  };
}

/** Errors of many histories at one distance, each in its own history's unit. */
export interface PooledErrors {
  histories: number;
  /** Units within which 95% of the errors lie; null with too few histories to say. */
  factor: number | null;
  /** Share of the histories whose error was more than rounding. */
  missedShare: number;
}

/** Half the width in deviations, pooled where possible. Otherwise it is Student's t, or 0 for a history without noise. */
const marginFactor = ({ kind, degreesOfFreedom }: Expectation, pooled: PooledErrors | undefined): number =>
  pooled?.factor ?? (kind === "exact" ? 0 : criticalT(degreesOfFreedom));

/** The 95% interval around the expected value, widened where needed to contain the projection. */
export function intervalOn(x: number, projected: number, expectation: Expectation, pooled: PooledErrors | undefined) {
  const { center, deviation } = expectation.on(x);
  const margin = deviation * marginFactor(expectation, pooled);
  return { lower: Math.min(projected, center - margin), upper: Math.max(projected, center + margin) };
}
