import { pointOn } from "./curve";
import type { FittedModel, FittedSetting } from "./ability-fit";
import { abilityFor, partsOf, varianceAt } from "./improve-fit";
import { varianceOf } from "./three-unknowns";

export interface Estimate {
  value: number;
  /** Standard deviation of a new score: what is unknown of the model, and the noise of the setting. */
  deviation: number;
}

export function estimateScore(model: FittedModel, setting: FittedSetting): Estimate {
  const point = pointOn(setting.curve, abilityFor(model, setting.skill));
  const [whole, code, maths] = partsOf(setting.skill);
  const ofModel = varianceOf(model.covariance, [whole * point.byAbility, code * point.byAbility, maths * point.byAbility]);
  return { value: point.value, deviation: Math.sqrt(ofModel + varianceAt(setting, point.value)) };
}
