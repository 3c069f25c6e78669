// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const MIN_SHARE = 0.93;
const MAX_SHARE = 0.97;
/** The interval promises 95% for normal noise; other shapes are only reported. */
const BOUNDED = "gaussian";

/** @typedef {{ noise: string, points: number, windowDays: number, least: number, most: number, mean: number }} Simulated */
/** @typedef {{ horizon: number, forecasts: number, held: number, flat: number, flatHeld: number }} Walked */
/** @typedef {{ histories: number, days: number, walked: Walked[] }} Walk */

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

export function benchForecast() {
  // The bench must not create an embedded database.
  const hasDatabase = Boolean(process.env.DATABASE_URL) || existsSync(join(process.env.DATA_DIR ?? ".data", "db"));
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/forecast.ts", ...(hasDatabase ? ["--walk"] : [])], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`the forecast could not be walked: ${run.stderr}`);
  /** @type {{ runs: number, horizons: number, simulated: Simulated[], captured: { prices: Walk, scores: Walk } | { unreadable: string } | null }} */
  const { runs, horizons, simulated, captured } = JSON.parse(run.stdout);
  process.stdout.write(
    `Forecast: share of the 95% intervals that held, ${runs} simulated histories each, 1 to ${horizons} days ahead (bound for ${BOUNDED} noise: ${percent(MIN_SHARE)} to ${percent(MAX_SHARE)} at every horizon)\n`,
  );
  let isMet = true;
  for (const { noise, points, windowDays, least, most, mean } of simulated) {
    const misses = noise === BOUNDED && (least < MIN_SHARE || most > MAX_SHARE);
    isMet &&= !misses;
    process.stdout.write(
      `  ${noise.padEnd(8)} ${String(points).padStart(2)} points in ${String(windowDays).padStart(2)} days: ${percent(least)} to ${percent(most)}, mean ${percent(mean)}${misses ? "  MISSED" : ""}\n`,
    );
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
