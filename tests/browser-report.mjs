// @ts-check
import { stripVTControlCharacters } from "node:util";

/** Most lines that are shown of a failed test. */
const LINES = 5;

/** Enough of a failed browser test to tell why: what was expected, of what, and what was there instead. @param {any} spec */
const browserMessage = (spec) => {
  const messages = spec.tests.flatMap((/** @type {any} */ test) => test.results.map((/** @type {any} */ result) => result.error?.message));
  const lines = stripVTControlCharacters(messages.find((/** @type {any} */ message) => message) ?? "no message").split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, LINES)
    .join("; ");
};

/** A test that passed only when it was repeated has failed once. @param {any} spec */
const hasFailed = (spec) => !spec.ok || spec.tests.some((/** @type {any} */ test) => test.status === "flaky");

/** @param {any} suite @returns {string[]} */
const browserFaults = (suite) => [
  ...(suite.specs ?? [])
    .filter(hasFailed)
    .map((/** @type {any} */ spec) => `tests/e2e/${spec.file} › ${spec.title}: ${browserMessage(spec)}`),
  ...(suite.suites ?? []).flatMap(browserFaults),
];

/** What Playwright's report says of a run, in the form of all runs. @param {any} report */
export function browserTotals({ stats: { expected, flaky, unexpected, skipped, duration }, suites }) {
  const files = [{ name: "tests/e2e", seconds: duration / 1000 }];
  /** @type {string[]} */
  const faults = suites.flatMap(browserFaults);
  /** @type {string[]} */
  const reasons = [];
  return { passed: expected, failed: unexpected + flaky, skipped, faults, reasons, files };
}
