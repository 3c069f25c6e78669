// @ts-check
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Bounds of p95 in milliseconds, for every search. @type {Record<string, number>} */
const BOUNDS = { pglite: 30, postgres: 15 };

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const ms = (/** @type {{ p50: number, p95: number }} */ { p50, p95 }) => `${p50.toFixed(1).padStart(6)} ${p95.toFixed(1).padStart(6)}`;
const nameOf = (/** @type {Record<string, string>} */ query) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ") || "(everything)";

/** Measures searches of 200,000 articles on both engines, beside a lookup by key and a bare index scan. @param {string} folder */
export function benchSearch(folder) {
  mkdirSync(folder, { recursive: true });
  // Postgres runs as another user, who needs access to the folders.
  for (const passage of [dirname(folder), folder]) chmodSync(passage, 0o755);
  const engines = (process.env.BENCH_ENGINES ?? "pglite,postgres").split(",");
  const { status, stdout } = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/search.ts", folder, ...engines], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 2 ** 24,
    env: { ...process.env, LOG_LEVEL: "silent", NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error("the searches could not be timed");
  let isMet = true;
  for (const { engine, articles, filled, searches, primaryKey, indexScan, size } of JSON.parse(stdout)) {
    const bound = BOUNDS[engine] ?? 0;
    print(
      `Search on ${engine}, ${articles.toLocaleString("en-US")} articles (${size.articles}; words ${size.words}, their index ${size.index}; editions ${size.editions}), stored in ${filled.seconds.toFixed(0)} s; 25 more in ${ms(filled.ingest.time)} ms, ${ms(filled.ingest.cpu)} of it processor time here; the edition of a week in ${ms(filled.edit.time)} ms`,
    );
    print("  p50 and p95 in ms: of the search, of its processor time here, of the paid call");
    for (const [name, floor] of [
      ["one row by its key (floor)", primaryKey],
      ["10,000 rows by a bare scan of the index (floor)", indexScan],
    ]) {
      print(`  ${ms(floor.time)} | ${ms(floor.cpu)} | ${" ".repeat(13)}  ${name}`);
    }
    for (const { query, matched, alone, paid } of searches) {
      const isFast = alone.time.p95 < bound;
      isMet &&= isFast;
      print(`  ${ms(alone.time)} | ${ms(alone.cpu)} | ${ms(paid.time)}  ${nameOf(query)} (${matched})${isFast ? "" : `  MISSED ${bound}`}`);
    }
  }
  return isMet;
}
