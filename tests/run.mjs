// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { endWithUsage } from "../lib/config/usage.mjs";
import { prepare, StartError } from "../lib/server/start/prepare.mjs";
import { findBinary, NO_PGBOUNCER } from "./support/stores/find-binary.mjs";
import { createPace } from "./bench/pace.mjs";
import { browserTotals } from "./browser-report.mjs";
import { longTestsOfChange } from "./change.mjs";
import { root, runNode, runSteps, staticSteps } from "./steps.mjs";

endWithUsage(
  [
    "Usage: npm test            everything, also on a fresh clone: types, lint, layers, unit, database, API, contract and browser tests, and of the long tier what the change touches",
    "       npm run test:long   the whole long tier: more repetitions, random payment histories against a model, query plans over three years of data, every test that touches data on all three drivers and behind a PgBouncer, and generated clients, whose generators it installs",
    "The last lines say what was skipped and why.",
  ].join("\n"),
);

const SLOWEST = 10;
/**
 * Tests that depend on the driver: of statements, and one call of every endpoint and job. What lies
 * above does not know the driver.
 */
const DRIVER_SUITE = ["tests/db", "tests/smoke"];
const DATA_SUITE = [...DRIVER_SUITE, "tests/jobs", "tests/api"];
const reports = join(root, ".cache", "reports");
const isLong = process.argv.includes("--long");
/** How long it may take on a quiet machine of two cores, and on a slow one. */
const BOUND_MINUTES = { quiet: 10, slow: 15 };
/** A machine is slow or busy when the same work takes it longer, on average before and after the run. */
const QUIET_PACE_MS = 2;
const PACE_TICKS = 100;

/**
 * `faults` names the failed tests and `reasons` says why others were skipped. The end of the output then suffices.
 * @typedef {{ passed: number, failed: number, skipped: number, faults: string[], reasons: string[], files: { name: string, seconds: number }[] }} Totals
 */

/** @param {string} file @returns {any} */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

/** @param {string} name @returns {Totals} */
const crashed = (name) => ({ passed: 0, failed: 1, skipped: 0, faults: [`${name}: ended without a report`], reasons: [], files: [] });

/** Counts a run with a bad exit code as failed, even without a failed test. @param {Totals} totals @param {string} name @param {number | null} status @returns {Totals} */
const withCrash = (totals, name, status) =>
  status !== 0 && totals.failed === 0 ? { ...totals, failed: 1, faults: [`${name}: ended with ${status}`] } : totals;

/**
 * First line of a failure. A test or hook that took too long is said to have timed out, in the same words each time.
 * @param {any} message
 */
const firstLine = (message) => {
  const [line = ""] = String(message ?? "").split("\n", 1);
  const [, milliseconds] = /timed out in (\d+)\s?ms/.exec(line) ?? [];
  return milliseconds === undefined ? line : `timed out after ${Number(milliseconds) / 1000} s`;
};

/** The reasons that skipped tests print. @param {string} output */
const reasonsIn = (output) => [...output.matchAll(/^SKIPPED: (.+)$/gm)].map(([, reason = ""]) => reason);

/** Failed tests of a file, or its message when it could not be loaded. @param {any} file @param {string} name @returns {string[]} */
const unitFaults = (file, name) => {
  const tests = file.assertionResults
    .filter((/** @type {any} */ test) => test.status === "failed")
    .map((/** @type {any} */ test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  return file.status === "failed" && tests.length === 0 ? [`${name}: ${firstLine(file.message)}`] : tests;
};

/** @param {string} driver @param {readonly string[]} [folders] @param {"normal" | "long"} [tier] @returns {Promise<Totals>} */
async function runVitest(driver, folders = [], tier = "normal") {
  const file = join(reports, `vitest-${driver}-${tier}.json`);
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "-c",
    "tests/vitest.config.ts",
    ...folders,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const { status, output } = await runNode(args, { isShown: true, variables: { TEST_TIER: tier, TEST_DRIVER: driver } });
  const report = readReport(file);
  const run = `vitest on ${driver}`;
  if (!report) return crashed(run);
  const on = folders.length > 0 ? ` on ${driver}` : "";
  const results = report.testResults.map((/** @type {any} */ result) => ({ ...result, name: `${relative(root, result.name)}${on}` }));
  const files = results.map((/** @type {any} */ result) => ({ name: result.name, seconds: (result.endTime - result.startTime) / 1000 }));
  const faults = results.flatMap((/** @type {any} */ result) => unitFaults(result, result.name));
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  return withCrash({ passed, failed, skipped: numPendingTests + numTodoTests, faults, reasons: reasonsIn(output), files }, run, status);
}

/** Static checks, one at a time, in the time that the tests wait. @returns {Promise<Totals>} */
async function runChecks() {
  const faults = await runSteps(staticSteps, 1);
  return { passed: staticSteps.length - faults.length, failed: faults.length, skipped: 0, faults, reasons: [], files: [] };
}

/** @param {readonly string[]} files @returns {Promise<Totals[]>} */
const runTouched = async (files) => (files.length === 0 ? [] : [await runVitest("pg", files, "long")]);

/**
 * Runs everything on Postgres, which is the fastest, beside the static checks. Then come the embedded
 * database, and the browser tests, which keep two cores busy; at the end what the change touches of
 * the long tier.
 * @param {readonly string[]} touched @returns {Promise<Totals[]>}
 */
async function runNormalTier(touched) {
  const first = await Promise.all([runVitest("pg"), runChecks()]);
  return [...first, await runVitest("pglite", DRIVER_SUITE), await runBrowser("normal"), ...(await runTouched(touched))];
}

/** @returns {Promise<Totals>} */
async function runBehindPooler() {
  if (findBinary("pgbouncer")) return runVitest("pgbouncer", [...DATA_SUITE, "tests/money"], "long");
  return { passed: 0, failed: 0, skipped: 1, faults: [], reasons: [NO_PGBOUNCER], files: [] };
}

/** @returns {Promise<Totals[]>} */
const runLongTier = async () => [
  await runVitest("pg", [], "long"),
  await runVitest("pglite", DATA_SUITE, "long"),
  await runVitest("vercel", DATA_SUITE, "long"),
  await runBehindPooler(),
  await runBrowser("long"),
];

/** The browser tests of a tier, on workers with a server each. @param {"normal" | "long"} tier @returns {Promise<Totals>} */
async function runBrowser(tier) {
  const file = join(reports, "browser.json");
  const args = ["test", "-c", "tests/e2e/playwright.config.ts", "--reporter=list,json"];
  const variables = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, TEST_TIER: tier };
  const { status } = await runNode(["node_modules/@playwright/test/cli.js", ...args], { isShown: true, variables });
  const report = readReport(file);
  const run = "the browser tests";
  if (!report) return crashed(run);
  return withCrash(browserTotals(report), run, status);
}

/** @param {Totals[]} parts @returns {Totals} */
const sum = (parts) =>
  parts.reduce((all, part) => ({
    passed: all.passed + part.passed,
    failed: all.failed + part.failed,
    skipped: all.skipped + part.skipped,
    faults: [...all.faults, ...part.faults],
    reasons: [...all.reasons, ...part.reasons],
    files: [...all.files, ...part.files],
  }));

const buildStep = { name: "build", run: async () => (await prepare(root), { status: 0, output: "" }) };

/** @param {readonly string[]} touched @returns {Promise<Totals>} */
async function runAll(touched) {
  await prepare(root, { isDev: true });
  const faults = await runSteps([buildStep], 1);
  const built = { passed: 1 - faults.length, failed: faults.length, skipped: 0, faults, reasons: [], files: [] };
  return sum([built, ...(await (isLong ? runLongTier() : runNormalTier(touched)))]);
}

const pace = createPace();
function timeMachine() {
  for (let tick = 0; tick < PACE_TICKS; tick++) pace.tick();
}

/** What the run took, against its bound on a machine of this pace. @param {number} seconds */
function printPace(seconds) {
  timeMachine();
  const bound = pace.mean() <= QUIET_PACE_MS ? BOUND_MINUTES.quiet : BOUND_MINUTES.slow;
  const isOver = !isLong && seconds > bound * 60;
  process.stdout.write(
    `\nThe run took ${(seconds / 60).toFixed(1)} minutes${isLong ? "" : ` (bound ${bound})`}${isOver ? "  MISSED" : ""}. `,
  );
  process.stdout.write(
    `The machine, before and after it: the same work took ${pace.mean().toFixed(2)} ms on average, ${pace.summary()}.\n`,
  );
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const startedAt = performance.now();
const { said, files: touched } = isLong ? { said: "The long tier, on every driver.", files: [] } : longTestsOfChange();
process.stdout.write(`${said}\n`);
timeMachine();
const { passed, failed, skipped, faults, reasons, files } = await runAll(touched).catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : (error.stack ?? error)}\n`);
  return crashed("the run");
});
printPace((performance.now() - startedAt) / 1000);
process.stdout.write("The ten slowest test files:\n");
for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
  process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${name}\n`);
}
for (const reason of new Set(reasons)) process.stdout.write(`\nSKIPPED because ${reason}`);
for (const fault of faults) process.stdout.write(`\nFAILED ${fault}`);
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;
