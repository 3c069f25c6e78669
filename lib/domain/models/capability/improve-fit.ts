import { pointOn } from "./curve";
import { addMeasurement, covarianceOf, normalOf, solutionOf, type Three } from "./three-unknowns";
import type { FittedModel, FittedScore, FittedSetting, Skill } from "./ability-fit";

/**
 * Standard deviations, before any score, of abilities and of their small differences by skill. Their
 * unit is tens of points.
 */
const SPREAD_OF_MODELS: Three = [1.6, 0.15, 0.15];
/** Standard deviations of a curve's slope (as a factor), difficulty and ceiling. */
const SPREAD_OF_CURVES: Three = [0.35, 2.5, 0.03];
const USUAL_CEILING = 0.97;
const USUAL_NOISE = 0.08;
/** For how many scores the usual noise counts. */
const USUAL_NOISE_COUNTS = 4;
/** A setting never tells more than this, or a single one would decide an ability. */
const LEAST_NOISE = 0.04;
/** Epoch AI gives its index with about two points. */
const LEAST_NOISE_OF_INDEX = 0.15;
/** Noise at floor and ceiling beside that in the middle. */
const EDGE = 0.2;
/** Longest step of a single turn. */
const LONGEST_STEP = 0.5;
/** Between floor and ceiling. */
const LEAST_ROOM = 0.3;

const precisionsOf = ([one, two, three]: Three): Three => [1 / one ** 2, 1 / two ** 2, 1 / three ** 2];
const PRECISIONS_OF_MODELS = precisionsOf(SPREAD_OF_MODELS);
const PRECISIONS_OF_CURVES = precisionsOf(SPREAD_OF_CURVES);

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const stepOf = (step: number): number => clamp(step, -LONGEST_STEP, LONGEST_STEP);

/** How much ability, code and maths count in a setting of this skill. */
export const partsOf = (skill: Skill | null): Three => [1, skill === "code" ? 1 : 0, skill === "maths" ? 1 : 0];

export function abilityFor({ ability, code, maths }: FittedModel, skill: Skill | null): number {
  const [, ofCode, ofMaths] = partsOf(skill);
  return ability + ofCode * code + ofMaths * maths;
}

/** Scores near floor and ceiling differ less than those in the middle. */
export function varianceAt({ curve, noise, isIndex }: FittedSetting, value: number): number {
  if (isIndex) return noise * noise;
  const share = clamp((value - curve.floor) / (curve.ceiling - curve.floor), 0, 1);
  return noise * noise * (EDGE + (1 - EDGE) * 4 * share * (1 - share));
}

/** The weight of a residual under Student's t with so many degrees of freedom. */
const weightOf = (residual: number, variance: number, tails: number): number =>
  (tails + 1) / (tails + (residual * residual) / variance) / variance;

/** Moves a model's ability by one step of Gauss and Newton; the curves stay. */
export function improveModel(model: FittedModel, scores: readonly FittedScore[], tails: number): void {
  const normal = normalOf(PRECISIONS_OF_MODELS, [-model.ability, -model.code, -model.maths]);
  for (const { setting, value } of scores) {
    const point = pointOn(setting.curve, abilityFor(model, setting.skill));
    const [whole, code, maths] = partsOf(setting.skill);
    const residual = value - point.value;
    const weight = weightOf(residual, varianceAt(setting, point.value), tails);
    addMeasurement(normal, [whole * point.byAbility, code * point.byAbility, maths * point.byAbility], weight, residual);
  }
  const [ability, code, maths] = solutionOf(normal);
  model.ability += stepOf(ability);
  model.code += stepOf(code);
  model.maths += stepOf(maths);
  model.covariance = covarianceOf(normal);
}

interface Turn {
  tails: number;
  /** Mean of the logarithms of all slopes. */
  usualSlope: number;
}

/** Moves a setting's curve by such a step, and its noise to what its scores show; the abilities stay. */
export function improveSetting(setting: FittedSetting, scores: readonly FittedScore[], { tails, usualSlope }: Turn): void {
  const { curve, isIndex } = setting;
  const expectedSlope = isIndex ? 0 : usualSlope;
  const normal = normalOf(PRECISIONS_OF_CURVES, [expectedSlope - curve.logSlope, -curve.difficulty, USUAL_CEILING - curve.ceiling]);
  let squares = USUAL_NOISE * USUAL_NOISE * USUAL_NOISE_COUNTS;
  for (const { model, value } of scores) {
    const point = pointOn(curve, abilityFor(model, setting.skill));
    const residual = value - point.value;
    const weight = weightOf(residual, varianceAt(setting, point.value), tails);
    addMeasurement(normal, point.byCurve, weight, residual);
    squares += weight * residual * residual * setting.noise * setting.noise;
  }
  const [logSlope, difficulty, ceiling] = solutionOf(normal);
  curve.logSlope += stepOf(logSlope);
  curve.difficulty += stepOf(difficulty);
  if (!isIndex) curve.ceiling = clamp(curve.ceiling + stepOf(ceiling), curve.floor + LEAST_ROOM, 1);
  const shown = Math.sqrt(squares / (USUAL_NOISE_COUNTS + scores.length));
  setting.noise = Math.max(isIndex ? LEAST_NOISE_OF_INDEX : LEAST_NOISE, shown);
}
