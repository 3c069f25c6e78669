// @ts-check
import { spawnSync } from "node:child_process";

/** Largest mean error of the scores of each benchmark, in points. @type {Record<string, number>} */
const MOST_ERROR = { swe_bench: 9, mmlu_pro: 3.5, human_eval: 6, gpqa_diamond: 4.5, math: 9 };
const [LEAST_COVERED, MOST_COVERED] = [0.85, 0.95];
const LEAST_CORRELATION = 0.97;
const LEAST_JOINED = 0.95;
const SHOWN = 25;

/** @typedef {{ count: number, error: number, assumed: number, rank: number, covered: number }} Summary */
/** @typedef {{ benchmark: string, all: Summary, ranked: Summary, recent: Summary }} Row */
/** @typedef {{ model: string, setting: string, value: number, estimate: number, count: number }} Residual */
/** @typedef {{ model: string, ability: number, low: number, high: number, code: number, maths: number, scores: number }} Ranked */
/** @typedef {{ model: string, joined: string[], near: string[] }} Join */
/** @typedef {{ models: number, settings: number, scores: number, fitMs: number, allMs: number, rows: Row[], notEstimated: number, index: { count: number, pearson: number, difference: number, covered: number, worst: { model: string, index: number, ability: number, half: number }[] }, worst: Residual[], ranking: Ranked[], joins: Join[], unranked: number }} Report */

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;

const cells = (/** @type {Summary} */ { count, error, assumed, rank, covered }) =>
  count === 0
    ? "none".padEnd(44)
    : `${String(count).padStart(3)} scores ${error.toFixed(2).padStart(5)} (${assumed.toFixed(1).padStart(4)}), rank ${rank.toFixed(2)}, in interval ${percent(covered).padStart(4)}`;

const isIn = (/** @type {number} */ share) => share >= LEAST_COVERED && share <= MOST_COVERED;

/** @param {Row} row */
const meets = ({ benchmark, all }) => all.error <= (MOST_ERROR[benchmark] ?? 0) && isIn(all.covered);

/** @param {Report} report */
function printReport({ models, settings, scores, fitMs, allMs, rows, notEstimated, index, worst, ranking, unranked }) {
  print(
    `Abilities of ${models} models, fitted to ${scores} scores in ${settings} settings: ${fitMs} ms; with folds and estimates ${allMs} ms`,
  );
  print("  Mean error in points where a benchmark of a model was left out with every index (in brackets that of the 25th percentile)");
  for (const row of rows) {
    print(`  ${row.benchmark.padEnd(13)} ${cells(row.ranked)}${meets(row) ? "" : "  MISSED"}`);
    print(`    since 2025-08 ${cells(row.recent)}`);
    print(`    with fewer than three scores too ${cells(row.all)}`);
  }
  print(`  Scores of models without any other: ${notEstimated}`);
  const isIndexMet = index.pearson >= LEAST_CORRELATION;
  print(
    `  Epoch's index, left out: correlation ${index.pearson.toFixed(4)} over ${index.count} models, mean difference ${index.difference.toFixed(2)} points, in interval ${percent(index.covered)}${isIndexMet ? "" : "  MISSED"}`,
  );
  for (const { model, index: points, ability, half } of index.worst) {
    print(`    ${model}: ${points.toFixed(1)} there, ${ability.toFixed(1)} ± ${half.toFixed(1)} here`);
  }
  print("  Largest errors:");
  for (const { model, setting, value, estimate, count } of worst) {
    print(`    ${model}, ${setting}: ${(100 * value).toFixed(1)}, estimated ${(100 * estimate).toFixed(1)} from ${count} scores`);
  }
  print(`  The first ${SHOWN} of ${ranking.length} ranked models (${unranked} have too few scores or too wide an interval):`);
  for (const [place, { model, ability, low, high, code, maths, scores: own }] of ranking.slice(0, SHOWN).entries()) {
    print(
      `    ${String(place + 1).padStart(2)} ${model.padEnd(34)} ${ability.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)}), code ${code.toFixed(1)}, maths ${maths.toFixed(1)}, ${own} scores`,
    );
  }
}

/**
 * Prints every ranked model that is sold, with its listings, for people to find a wrong one.
 * @param {Join[]} joins
 */
function printJoins(joins) {
  const [joined, missed] = [joins.filter((join) => join.joined.length > 0), joins.filter(({ near }) => near.length > 0)];
  const share = joined.length / (joined.length + missed.length);
  print(
    `  Joined to listings that are sold: ${joined.length} of ${joined.length + missed.length} ranked models (${percent(share)}); nobody sells ${joins.length - joined.length - missed.length}${share >= LEAST_JOINED ? "" : "  MISSED"}`,
  );
  for (const { model, joined: own } of joined) print(`    ${model}: ${own.join(", ")}`);
  print("  Not joined, with listings whose ids have the same words: another release, size or tuning, or a name that says too little");
  for (const { model, near } of missed) print(`    ${model}: ${near.join(", ")}`);
  return share >= LEAST_JOINED;
}

export function benchScores() {
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/scores.ts"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (run.status !== 0) throw new Error(`the scores could not be estimated: ${run.stderr}`);
  /** @type {Report} */
  const report = JSON.parse(run.stdout);
  printReport(report);
  const isJoined = printJoins(report.joins);
  return report.rows.every(meets) && report.index.pearson >= LEAST_CORRELATION && isJoined;
}
