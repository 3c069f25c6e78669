import { fitLine, type LinePoint } from "./fit-line";
import { expectationOf, type HistoryKind, type PooledErrors } from "./interval";

/** Errors at one distance, by kind of history. */
type PooledDay = Readonly<Record<HistoryKind, PooledErrors>>;

/** By distance in days, from 1 on. */
export type Calibration = readonly PooledDay[];

export interface CalibrationRequest {
  horizonDays: number;
  lookbackDays: number;
  /** Fewer points are not forecast from. */
  fewestPoints: number;
}

const SHARE = 0.95;
/** A relative error this small is rounding. */
const ROUNDING = 1e-9;

/**
 * Split conformal prediction: the next error is at most the ⌈(n + 1) · 0.95⌉th smallest of n exchangeable errors with a likelihood of 95%.
 * With fewer than 19 errors there is no such one.
 */
function pool(errors: readonly number[]): PooledErrors {
  const rank = Math.ceil((errors.length + 1) * SHARE);
  return {
    histories: errors.length,
    factor: errors.toSorted((left, right) => left - right)[rank - 1] ?? null,
    missedShare: errors.length === 0 ? 0 : errors.filter((error) => error > ROUNDING).length / errors.length,
  };
}

function errorAt(points: readonly LinePoint[], ahead: number, request: CalibrationRequest): { kind: HistoryKind; error: number } | null {
  const newest = points.at(-1);
  if (!newest) return null;
  const origin = newest.x - ahead;
  const past = points.filter(({ x }) => x <= origin && x > origin - request.lookbackDays);
  const fit = past.length < request.fewestPoints ? null : fitLine(past);
  if (!fit) return null;
  const { kind, on } = expectationOf(past, fit);
  const { center, deviation } = on(newest.x);
  const error = newest.y === center ? 0 : Math.abs(newest.y - center) / deviation;
  return Number.isNaN(error) ? null : { kind, error };
}

/**
 * Forecasts every history's newest value from the days up to `ahead` days before. It does so for each
 * distance up to the horizon.
 */
export function calibrate(histories: readonly (readonly LinePoint[])[], request: CalibrationRequest): Calibration {
  return Array.from({ length: request.horizonDays }, (_, index) => {
    const errors = histories.flatMap((points) => errorAt(points, index + 1, request) ?? []);
    const poolOf = (kind: HistoryKind): PooledErrors => pool(errors.filter((each) => each.kind === kind).map(({ error }) => error));
    return { exact: poolOf("exact"), stepwise: poolOf("stepwise"), noisy: poolOf("noisy") };
  });
}
