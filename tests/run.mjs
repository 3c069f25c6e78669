// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { prepare, StartError } from "../lib/start/prepare.mjs";
import { root, runNode, runSteps, staticSteps } from "./steps.mjs";

/** `npm test`: everything, from a fresh clone. `--long` runs the long tier instead. */

const SLOWEST = 10;
const DATA_SUITE = ["tests/db", "tests/jobs", "tests/api"];
const reports = join(root, ".cache", "reports");
const isLong = process.argv.includes("--long");

/** @typedef {{ passed: number, failed: number, skipped: number, files: { name: string, seconds: number }[] }} Totals */

/** @param {string} file @returns {any} */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

/** A run that ended badly without a failed test failed all the same. @param {Totals} totals @param {number | null} status @returns {Totals} */
const withCrash = (totals, status) => (status !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals);

/** @param {string} driver @param {readonly string[]} [folders] @returns {Promise<Totals>} */
async function runVitest(driver, folders = []) {
  const file = join(reports, `vitest-${driver}.json`);
  const args = ["node_modules/vitest/vitest.mjs", "run", "-c", "tests/vitest.config.ts", ...folders, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { status } = await runNode(args, { isShown: true, variables: { TEST_TIER: isLong ? "long" : "normal", TEST_DRIVER: driver } });
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0, files: [] };
  const on = folders.length > 0 ? ` on ${driver}` : "";
  const files = report.testResults.map((/** @type {any} */ result) => ({ name: `${relative(root, result.name)}${on}`, seconds: (result.endTime - result.startTime) / 1000 }));
  return withCrash({ passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests + report.numTodoTests, files }, status);
}

/** Everything on the embedded database, then whatever touches data on the two other drivers. @returns {Promise<Totals[]>} */
async function runVitestOnDrivers() {
  const embedded = await runVitest("pglite");
  if (isLong) return [embedded];
  return [embedded, await runVitest("pg", DATA_SUITE), await runVitest("vercel", DATA_SUITE)];
}

/** @returns {Promise<Totals>} */
async function runBrowser() {
  const file = join(reports, "browser.json");
  const args = ["node_modules/@playwright/test/cli.js", "test", "-c", "tests/e2e/playwright.config.ts", "--reporter=list,json"];
  const { status } = await runNode(args, { isShown: true, variables: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } });
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0, files: [] };
  const { expected, flaky, unexpected, skipped, duration } = report.stats;
  return withCrash({ passed: expected + flaky, failed: unexpected, skipped, files: [{ name: "tests/e2e (all)", seconds: duration / 1000 }] }, status);
}

/** @param {Totals[]} parts @returns {Totals} */
const sum = (parts) =>
  parts.reduce((all, part) => ({ passed: all.passed + part.passed, failed: all.failed + part.failed, skipped: all.skipped + part.skipped, files: [...all.files, ...part.files] }));

/** @returns {Promise<Totals>} */
async function runAll() {
  await prepare(root);
  const failedSteps = isLong ? 0 : await runSteps(staticSteps);
  const checks = { passed: isLong ? 0 : staticSteps.length - failedSteps, failed: failedSteps, skipped: 0, files: [] };
  const tests = await runVitestOnDrivers();
  return sum(isLong ? [checks, ...tests] : [checks, ...tests, await runBrowser()]);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const began = performance.now();
const { passed, failed, skipped, files } = await runAll().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : (error.stack ?? error)}\n`);
  return { passed: 0, failed: 1, skipped: 0, files: [] };
});
process.stdout.write(`\nThe ten slowest test files, of ${((performance.now() - began) / 1000).toFixed(0)} s in all:\n`);
for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${name}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;
