// @ts-check
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** The bound of p95 in milliseconds, for every search. */
const BOUND = 60;

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const ms = (/** @type {number} */ value) => value.toFixed(1).padStart(7);

/** Measures searches of 200,000 articles on the embedded database. @param {string} folder */
export function benchSearch(folder) {
  mkdirSync(folder, { recursive: true });
  const { status, stdout } = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/search.ts", folder], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    env: { ...process.env, LOG_LEVEL: "silent", NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error("the searches could not be timed");
  const { articles, searches } = JSON.parse(stdout);
  print(`Search on the embedded database, ${articles.toLocaleString("en-US")} articles\n  p50 and p95 in ms`);
  for (const { query, matched, p50, p95 } of searches) {
    print(`  ${ms(p50)} ${ms(p95)}  ${JSON.stringify(query)} (${matched})${p95 <= BOUND ? "" : `  MISSED ${BOUND}`}`);
  }
  return searches.every((/** @type {{ p95: number }} */ { p95 }) => p95 <= BOUND);
}
