import { bundledScores } from "@/lib/catalogs/benchmarks";
import { abilityIndex, benchmarkKinds, furtherBenchmarks } from "@/lib/catalogs/score-sources";
import { calibrationOf, widthFor } from "@/lib/domain/models/capability/calibration";
import { capabilitiesOf, FEWEST_SCORES, halfWidth, scaleOf } from "@/lib/domain/models/capability/capabilities";
import { fitAbilities } from "@/lib/domain/models/capability/fit-abilities";
import { fitInputOf, targetsOf } from "@/lib/domain/models/capability/fit-input";
import { leaveOut, type Residual } from "@/lib/domain/models/capability/leave-out";
import { BENCHMARK_IDS } from "@/lib/domain/models/scores/benchmark-ids";
import { mergeScores } from "@/lib/domain/models/scores/merge-scores";
import { pearson, spearman } from "../support/models/correlation";
import { joinsOf } from "./score-joins";

/** Prints how well scores that were left out are estimated, as JSON. */

const NEW_SINCE = "2025-08";
const ASSUMED = 0.25;

const { models, measurements: scores } = mergeScores(bundledScores.observations, { listingOf: () => null, isOnlySnapshot: () => true });
const { measurements, settings } = fitInputOf(scores, [...benchmarkKinds, ...furtherBenchmarks], abilityIndex.id);
const targets = targetsOf(models);
const released = new Map(models.map((model) => [model.key, model.released ?? ""]));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const error = ({ value, estimate }: Residual): number => 100 * Math.abs(value - estimate);

function timed<Value>(make: () => Value): { value: Value; ms: number } {
  const start = performance.now();
  const value = make();
  return { value, ms: Math.round(performance.now() - start) };
}

const { value: fit, ms: fitMs } = timed(() => fitAbilities(measurements, settings));
const residuals = leaveOut(measurements, settings, targets);

/** Whether a score fell into an interval whose width other folds set. */
function isCovered(residual: Residual): boolean {
  const others = calibrationByOthers[residual.fold] ?? calibrationByOthers[0];
  if (!others) throw new Error("no fold");
  return Math.abs(residual.value - residual.estimate) <= widthFor(others, residual.benchmark) * residual.deviation;
}
const folds = [...new Set(residuals.map(({ fold }) => fold))].toSorted((a, b) => a - b);
const calibrationByOthers = folds.map((fold) => calibrationOf(residuals.filter((residual) => residual.fold !== fold)));

function summaryOf(benchmark: string, chosen: readonly Residual[]) {
  const known = targets
    .filter((target) => target.benchmark === benchmark)
    .map(({ value }) => value)
    .toSorted((a, b) => a - b);
  const assumed = known[Math.round(ASSUMED * (known.length - 1))] ?? 0;
  return {
    count: chosen.length,
    error: mean(chosen.map(error)),
    assumed: mean(chosen.map(({ value }) => 100 * Math.abs(value - assumed))),
    rank: spearman(
      chosen.map(({ estimate }) => estimate),
      chosen.map(({ value }) => value),
    ),
    covered: mean(chosen.map((residual) => (isCovered(residual) ? 1 : 0))),
  };
}

const rows = BENCHMARK_IDS.map((benchmark) => {
  const own = residuals.filter((residual) => residual.benchmark === benchmark);
  const ranked = own.filter(({ count }) => count >= FEWEST_SCORES);
  return {
    benchmark,
    all: summaryOf(benchmark, own),
    ranked: summaryOf(benchmark, ranked),
    recent: summaryOf(
      benchmark,
      ranked.filter(({ model }) => (released.get(model) ?? "") >= NEW_SINCE),
    ),
  };
});

/** Abilities without the index, beside the index. */
function againstIndex() {
  const isIndex = new Set(settings.filter((setting) => setting.isIndex).map(({ id }) => id));
  const without = fitAbilities(
    measurements.filter(({ setting }) => !isIndex.has(setting)),
    settings.filter((setting) => !setting.isIndex),
  );
  const scale = scaleOf(without);
  if (!scale) throw new Error("the scale cannot be fixed");
  const calibration = calibrationOf(residuals);
  const pairs = scores.flatMap(({ benchmarkId, model, value, interval }) => {
    const fitted = benchmarkId === abilityIndex.id ? without.models.get(model) : undefined;
    if (!fitted || fitted.count < FEWEST_SCORES) return [];
    const spread = interval ? (interval.high - interval.low) / 2 : 0;
    const half = Math.hypot(halfWidth(fitted, scale, calibration), spread);
    return [{ model, index: value, ability: scale.pointsOf(fitted.ability), half }];
  });
  return {
    count: pairs.length,
    pearson: pearson(
      pairs.map(({ ability }) => ability),
      pairs.map(({ index }) => index),
    ),
    difference: mean(pairs.map(({ ability, index }) => Math.abs(ability - index))),
    covered: mean(pairs.map(({ ability, index, half }) => (Math.abs(ability - index) <= half ? 1 : 0))),
    worst: pairs.toSorted((a, b) => Math.abs(b.ability - b.index) - Math.abs(a.ability - a.index)).slice(0, 5),
  };
}

const TODAY = new Date().toISOString().slice(0, 10);
const { value: capabilities, ms: allMs } = timed(() => capabilitiesOf({ measurements, settings }, targets));
process.stdout.write(
  JSON.stringify({
    models: fit.models.size,
    settings: settings.length,
    scores: measurements.length,
    fitMs,
    allMs,
    rows,
    notEstimated: targets.length - residuals.length,
    index: againstIndex(),
    worst: residuals.toSorted((a, b) => error(b) - error(a)).slice(0, 15),
    ranking: capabilities.filter(({ unranked }) => unranked === null).toSorted((a, b) => b.ability - a.ability),
    joins: joinsOf(models, new Set(capabilities.flatMap(({ model, unranked }) => (unranked === null ? [model] : []))), TODAY),
    unranked: capabilities.filter(({ unranked }) => unranked !== null).length,
  }),
);
