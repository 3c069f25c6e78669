import { BENCHMARK_IDS, type BenchmarkId } from "../scores/benchmark-ids";
import type { Fit, FittedModel, FittedSetting } from "./ability-fit";
import { calibrationOf, widthFor, type Calibration } from "./calibration";
import { estimateScore } from "./estimate-score";
import { fitAbilities } from "./fit-abilities";
import type { FitInput } from "./fit-input";
import { leaveOut, type Target } from "./leave-out";

export interface ScoreEstimate {
  /** 0 to 100, with an interval that nine in ten measured scores fall into. */
  score: number;
  low: number;
  high: number;
}

/** A value of Epoch AI's index; an interval where it gives one. */
export interface AbilityIndex {
  value: number;
  low: number | null;
  high: number | null;
}

export type UnrankedReason = "few_scores" | "wide_interval";

/** The ability of a model on a scale on which Claude 3.5 Sonnet of June 2024 is 130 and GPT-5 is 150. */
export interface Capability {
  model: string;
  ability: number;
  low: number;
  high: number;
  /** The ability where it differs by skill. */
  code: number;
  maths: number;
  /** How many measurements it stands on. */
  scores: number;
  unranked: UnrankedReason | null;
  estimates: Partial<Record<BenchmarkId, ScoreEstimate>>;
}

const LOWER = { model: "anthropic/claude-3-5-sonnet-20240620", points: 130 };
const UPPER = { model: "openai/gpt-5", points: 150 };
/** A model with fewer has no rank. */
export const FEWEST_SCORES = 3;
/** In points, to each side. */
export const WIDEST_HALF = 12;

const rounded = (value: number): number => Math.round(value * 10) / 10;

export interface Scale {
  pointsOf(ability: number): number;
  /** Points to one unit of the fit. */
  unit: number;
}

/** Null where the two models that fix the scale were not measured. */
export function scaleOf({ models }: Fit): Scale | null {
  const [lower, upper] = [models.get(LOWER.model)?.ability, models.get(UPPER.model)?.ability];
  if (lower === undefined || upper === undefined || upper <= lower) return null;
  const unit = (UPPER.points - LOWER.points) / (upper - lower);
  return { unit, pointsOf: (ability) => LOWER.points + (ability - lower) * unit };
}

/**
 * Each benchmark's setting in which most models were measured. A model's estimate is its expected
 * score in that setting.
 */
function usualSettings({ settings }: Fit): Map<string, FittedSetting> {
  const byCount = [...settings.values()].toSorted((a, b) => a.count - b.count || b.id.localeCompare(a.id, "en"));
  return new Map(byCount.map((setting) => [setting.benchmark, setting]));
}

function intervalOf(model: FittedModel, setting: FittedSetting, calibration: Calibration): ScoreEstimate {
  const { value, deviation } = estimateScore(model, setting);
  const half = widthFor(calibration, setting.benchmark) * deviation;
  const points = (share: number): number => rounded(100 * Math.min(1, Math.max(0, share)));
  return { score: points(value), low: points(value - half), high: points(value + half) };
}

function unrankedBecause(scores: number, half: number): UnrankedReason | null {
  if (scores < FEWEST_SCORES) return "few_scores";
  return half > WIDEST_HALF ? "wide_interval" : null;
}

/** Half the width of a model's interval, in points. */
export const halfWidth = (model: FittedModel, scale: Scale, calibration: Calibration): number =>
  calibration.overall * Math.sqrt(model.covariance.xx) * scale.unit;

/** Fits the abilities of all models, and estimates every score that answers show. Empty where the scale cannot be fixed. */
export function capabilitiesOf({ measurements, settings }: FitInput, targets: readonly Target[]): Capability[] {
  const fit = fitAbilities(measurements, settings);
  const scale = scaleOf(fit);
  if (!scale) return [];
  const calibration = calibrationOf(leaveOut(measurements, settings, targets));
  const usual = usualSettings(fit);
  return [...fit.models].map(([key, model]) => {
    const [points, half] = [scale.pointsOf(model.ability), halfWidth(model, scale, calibration)];
    const estimates = BENCHMARK_IDS.flatMap((id) => {
      const setting = usual.get(id);
      return setting ? [[id, intervalOf(model, setting, calibration)] as const] : [];
    });
    return {
      model: key,
      ability: rounded(points),
      low: rounded(points - half),
      high: rounded(points + half),
      code: rounded(points + model.code * scale.unit),
      maths: rounded(points + model.maths * scale.unit),
      scores: model.count,
      unranked: unrankedBecause(model.count, half),
      estimates: Object.fromEntries(estimates),
    };
  });
}
