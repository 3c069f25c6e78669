import { groupBy } from "../../basics/group-by";
import type { Fit, FittedModel, FittedScore, FittedSetting, Measurement, Setting } from "./ability-fit";
import { improveModel, improveSetting } from "./improve-fit";
import type { Covariance } from "./three-unknowns";

/** Further turns change no ability by a tenth of a point. */
const TURNS = 60;
/** Until this turn all scores pull alike. A score that is far off at the start may be right. */
const CALM_TURNS = 25;
/** Degrees of freedom of Student's t, under which a score far off pulls little. */
const TAILS = 4;
const NO_TAILS = 1e6;
const FIRST_CEILING = 0.97;
const FIRST_NOISE = 0.15;
const NOTHING_KNOWN: Covariance = { xx: 1, xy: 0, xz: 0, yy: 1, yz: 0, zz: 1 };

const newSetting = (setting: Setting): FittedSetting => ({
  ...setting,
  curve: { logSlope: 0, difficulty: 0, ceiling: FIRST_CEILING, floor: setting.floor, isLine: setting.isIndex },
  noise: FIRST_NOISE,
  count: 0,
});

function startOf(measurements: readonly Measurement[], known: readonly Setting[]) {
  const settings = new Map(known.map((setting) => [setting.id, newSetting(setting)]));
  const models = new Map<string, FittedModel>();
  const scores = measurements.flatMap(({ model: name, setting: id, value }): FittedScore[] => {
    const setting = settings.get(id);
    if (!setting) return [];
    const model = models.get(name) ?? { ability: 0, code: 0, maths: 0, covariance: NOTHING_KNOWN, count: 0 };
    models.set(name, model);
    model.count += 1;
    setting.count += 1;
    return [{ model, setting, value }];
  });
  return { scores, models, settings };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * Finds the abilities and curves under which all scores together are most likely. It alternates
 * between the two, and what is known beforehand holds both where few scores are.
 */
export function fitAbilities(measurements: readonly Measurement[], known: readonly Setting[]): Fit {
  const { scores, models, settings } = startOf(measurements, known);
  const byModel = [...groupBy(scores, ({ model }) => model)];
  const bySetting = [...groupBy(scores, ({ setting }) => setting)];
  const curves = bySetting.flatMap(([{ isIndex, curve }]) => (isIndex ? [] : [curve]));
  for (let turn = 0; turn < TURNS; turn++) {
    const tails = turn < CALM_TURNS ? NO_TAILS : TAILS;
    for (const [model, own] of byModel) improveModel(model, own, tails);
    const usualSlope = mean(curves.map(({ logSlope }) => logSlope));
    for (const [setting, own] of bySetting) improveSetting(setting, own, { tails, usualSlope });
  }
  return { models, settings };
}
