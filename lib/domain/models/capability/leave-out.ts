import type { Measurement, Setting } from "./ability-fit";
import { estimateScore } from "./estimate-score";
import { fitAbilities } from "./fit-abilities";

/** A score that is known, to be estimated without any of its benchmark. */
export interface Target extends Measurement {
  benchmark: string;
}

export interface Residual extends Target {
  fold: number;
  estimate: number;
  deviation: number;
  /** How many measurements of the model were left. */
  count: number;
}

const FOLDS = 10;

/** Assigns a model and benchmark to the same fold whatever else there is (FNV-1a). */
function foldOf({ model, benchmark }: Target): number {
  let hash = 2166136261;
  for (const letter of `${model}\n${benchmark}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
  return hash % FOLDS;
}

/**
 * Estimates each target by a fit without that benchmark of that model, in all its variants. Every
 * index is left out too, because it is made of such scores.
 */
export function leaveOut(measurements: readonly Measurement[], settings: readonly Setting[], targets: readonly Target[]): Residual[] {
  const plain = settings.filter(({ isIndex }) => !isIndex);
  const benchmarkOf = new Map(plain.map(({ id, benchmark }) => [id, benchmark]));
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const tested = targets.filter((target) => foldOf(target) === fold);
    const left = new Set(tested.map(({ model, benchmark }) => `${model}\n${benchmark}`));
    const kept = measurements.filter(({ model, setting }) => !left.has(`${model}\n${benchmarkOf.get(setting)}`));
    const fit = fitAbilities(kept, plain);
    return tested.flatMap((target) => {
      const [model, setting] = [fit.models.get(target.model), fit.settings.get(target.setting)];
      if (!model || !setting || setting.count === 0) return [];
      const { value: estimate, deviation } = estimateScore(model, setting);
      return [{ ...target, fold, estimate, deviation, count: model.count }];
    });
  });
}
