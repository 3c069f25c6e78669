// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const MIN_SHARE = 0.93;
/**
 * Least share of simulated intervals that hold, for normal noise. Intervals are set by the history's
 * own noise alone; other shapes are only reported.
 */
const BOUNDED = "gaussian";

/** @typedef {{ noise: string, points: number, windowDays: number, least: number, most: number, mean: number }} Simulated */
/** @typedef {{ horizon: number, forecasts: number, held: number, flat: number, flatHeld: number }} Walked */
/** @typedef {{ histories: number, days: number, walked: Walked[] }} Walk */

/** @typedef {{ family: string, covered: number, width: number, oracleWidth: number, confidence: number, close: number, isMet: boolean }} Coverage */
/** @typedef {{ method: string, pool: "family" | "all" | "none" | "textbook", lookbackDays: number, isBounded: boolean, coverages: Coverage[] }} Families */

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)}%`;

/** @param {string} what @param {Walk} walk */
function showWalk(what, { histories, days, walked }) {
  process.stdout.write(
    `  ${what}: ${histories} histories of up to ${days} captured days${walked.length === 0 ? ": too few to forecast from and look back" : ""}\n`,
  );
  for (const { horizon, forecasts, held, flat, flatHeld } of walked.filter(({ horizon: days }) => [1, 3, 7, 14, 30].includes(days))) {
    const moved = forecasts - flat;
    const rest =
      moved === 0 ? "none from a history that moved" : `from histories that moved ${percent((held - flatHeld) / moved)} of ${moved}`;
    process.stdout.write(`    ${String(horizon).padStart(2)} days ahead: held ${percent(held / forecasts)} of ${forecasts}; ${rest}\n`);
  }
}

const POOLS = {
  family: "set by errors of the same family",
  all: "set by errors of all families together",
  none: "set by the history's own noise",
  textbook: "the textbook interval of least squares, for comparison",
};

/** @param {Families} run */
function showFamilies({ method, pool, lookbackDays, isBounded, coverages }) {
  const bounds = isBounded ? "bounds: 90% to 98%, at most 3 oracle widths" : "reported only";
  process.stdout.write(`  ${method}, ${lookbackDays} days of lookback, ${POOLS[pool]} (${bounds}):\n`);
  for (const { family, covered, width, oracleWidth, confidence, close, isMet } of coverages) {
    const ratio =
      oracleWidth === 0 ? (width === 0 ? "both without width" : "oracle without width") : `${(width / oracleWidth).toFixed(2)} × oracle`;
    process.stdout.write(
      `    ${family.padEnd(21)} covered ${percent(covered).padStart(6)}, median width ${percent(width)} of the value, ${ratio}; confidence ${confidence.toFixed(2)}, came within 5%: ${close.toFixed(2)}${isBounded && !isMet ? "  MISSED" : ""}\n`,
    );
  }
}

export function benchForecast() {
  // The bench must not create an embedded database.
  const hasDatabase = Boolean(process.env.DATABASE_URL) || existsSync(join(process.env.DATA_DIR ?? ".data", "db"));
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/forecast.ts", ...(hasDatabase ? ["--walk"] : [])], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`the forecast could not be walked: ${run.stderr}`);
  /** @type {{ runs: number, horizons: number, simulated: Simulated[], families: Families[], captured: { prices: Walk, scores: Walk } | { unreadable: string } | null }} */
  const { runs, horizons, simulated, families, captured } = JSON.parse(run.stdout);
  process.stdout.write(
    `Forecast: share of the 95% intervals that held, ${runs} simulated histories each, 1 to ${horizons} days ahead set by their own noise (bound for ${BOUNDED} noise: at least ${percent(MIN_SHARE)} at every horizon)\n`,
  );
  let isMet = true;
  for (const { noise, points, windowDays, least, most, mean } of simulated) {
    const misses = noise === BOUNDED && least < MIN_SHARE;
    isMet &&= !misses;
    process.stdout.write(
      `  ${noise.padEnd(8)} ${String(points).padStart(2)} points in ${String(windowDays).padStart(2)} days: ${percent(least)} to ${percent(most)}, mean ${percent(mean)}${misses ? "  MISSED" : ""}\n`,
    );
  }
  for (const run of families) {
    showFamilies(run);
    isMet &&= !run.isBounded || run.coverages.every((coverage) => coverage.isMet);
  }
  if (captured === null) process.stdout.write("  No database is here: no captured history was walked.\n");
  else if ("unreadable" in captured) {
    process.stdout.write(`  The database cannot be read (${captured.unreadable}): no captured history was walked.\n`);
  } else {
    process.stdout.write("  Captured history, 30 days of lookback:\n");
    showWalk("prices", captured.prices);
    showWalk("scores", captured.scores);
  }
  return isMet;
}
