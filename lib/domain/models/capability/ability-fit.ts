import type { Curve } from "./curve";
import type { Covariance } from "./three-unknowns";

export type Skill = "code" | "maths";

/** A benchmark in one variant, run by makers themselves or by others. */
export interface Setting {
  id: string;
  benchmark: string;
  skill: Skill | null;
  /** The share that guessing reaches. */
  floor: number;
  /** Whether its values are an index of ability. */
  isIndex: boolean;
}

export interface Measurement {
  model: string;
  setting: string;
  /** A share of 1; of an index, tens of points from the middle of the scale. */
  value: number;
}

export interface FittedModel {
  ability: number;
  /** What code and maths differ from the ability. */
  code: number;
  maths: number;
  covariance: Covariance;
  /** How many measurements it stands on. */
  count: number;
}

export interface FittedSetting extends Setting {
  curve: Curve;
  /** Standard deviation of a score in the middle between floor and ceiling. */
  noise: number;
  count: number;
}

export interface Fit {
  models: ReadonlyMap<string, FittedModel>;
  settings: ReadonlyMap<string, FittedSetting>;
}

export interface FittedScore {
  model: FittedModel;
  setting: FittedSetting;
  value: number;
}
