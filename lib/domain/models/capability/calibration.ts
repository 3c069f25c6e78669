import { groupBy } from "../../basics/group-by";
import type { Residual } from "./leave-out";

/** Share of outcomes that an interval should cover. */
export const COVERED = 0.9;
/** A quantile of fewer residuals says too little: then that of all benchmarks holds. */
const FEWEST = 40;

export interface Calibration {
  /** Half the width of an interval, in standard deviations, by benchmark. */
  byBenchmark: ReadonlyMap<string, number>;
  /** That of all together. */
  overall: number;
}

/** The smallest value that this share of the values does not exceed, with one more value expected. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * (sorted.length + 1)) - 1)] ?? Number.NaN;
}

const ratioOf = ({ value, estimate, deviation }: Residual): number => Math.abs(value - estimate) / deviation;

/** How wide intervals must be for nine in ten scores that were left out to fall into theirs. */
export function calibrationOf(residuals: readonly Residual[]): Calibration {
  const groups = [...groupBy(residuals, ({ benchmark }) => benchmark)].filter(([, own]) => own.length >= FEWEST);
  return {
    byBenchmark: new Map(groups.map(([benchmark, own]) => [benchmark, quantile(own.map(ratioOf), COVERED)])),
    overall: quantile(residuals.map(ratioOf), COVERED),
  };
}

export const widthFor = ({ byBenchmark, overall }: Calibration, benchmark: string): number => byBenchmark.get(benchmark) ?? overall;
