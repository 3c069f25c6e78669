// @ts-check
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import layers from "./architecture/layer-folders.cjs";
import { root } from "./steps.mjs";

/**
 * Tests of the long tier that a change touches. `npm test` runs them too, so that a change of backups
 * runs the backups.
 */

const PRODUCT = /^(?:app|components|db|jobs|lib)\//;
/** Branches that changes are merged into, the first that there is. */
const TRUNKS = ["upstream/main", "origin/main", "main"];

/** The answer of git, or null: a folder may be no clone, and a clone may have no history. @param {...string} args */
function git(...args) {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}

/**
 * The commit at which the change began. It is where this branch left the trunk, or on the trunk the
 * commit before the last.
 */
function changeBase() {
  const head = git("rev-parse", "HEAD");
  const trunk = TRUNKS.find((name) => git("rev-parse", "--verify", "--quiet", name) !== null);
  const left = trunk === undefined ? null : git("merge-base", "HEAD", trunk);
  return left === null || left === head ? git("rev-parse", "--verify", "--quiet", "HEAD~1") : left;
}

/** Files that the commits since then, the work in progress and new files change. @param {string} base */
function changedSince(base) {
  const tracked = git("diff", "--name-only", base) ?? "";
  const added = git("ls-files", "--others", "--exclude-standard") ?? "";
  return `${tracked}\n${added}`.split("\n").filter((path) => path !== "");
}

/** Files of tests that do more in the long tier, or run only there. @returns {{ path: string, text: string }[]} */
export function longTests() {
  return readdirSync(join(root, "tests"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => ({ path: join("tests", name), text: readFileSync(join(root, "tests", name), "utf8") }))
    .filter(({ path, text }) => path.startsWith("tests/long/") || /\b(?:isForLongTier|inTier)\(/.test(text));
}

/** The layer that a test is about, which its folder is named for. @param {string} path @returns {RegExp | null} */
function layerOf(path) {
  const [, folder = ""] = /^tests\/(?:long\/)?([a-z]+)\//.exec(path) ?? [];
  const pattern = Object.entries(layers.FOLDERS).find(([layer]) => layer === folder && layer !== "tests")?.[1];
  return pattern === undefined ? null : new RegExp(pattern);
}

/** Folders of the product whose modules a test imports or starts. @param {string} text @returns {Set<string>} */
function foldersOf(text) {
  const runs = text.replaceAll(/^import type .*$/gm, "");
  const named = [...runs.matchAll(/"(?:@\/)?((?:app|components|db|jobs|lib)\/[\w./[\]()-]+)"/g)].map(([, path = ""]) => path);
  return new Set(named.map((path) => (existsSync(join(root, path, "index.ts")) ? path : dirname(path))));
}

/**
 * Tests of the long tier for a change: those of its layer, those that name its folder, changed ones.
 * @param {readonly string[]} changed @param {readonly { path: string, text: string }[]} tests
 */
export function touchedTests(changed, tests) {
  const product = changed.filter((path) => PRODUCT.test(path));
  const folders = new Set(product.map(dirname));
  return tests
    .filter(({ path, text }) => {
      const layer = layerOf(path);
      const isOfLayer = layer !== null && product.some((file) => layer.test(file));
      return changed.includes(path) || isOfLayer || [...foldersOf(text)].some((folder) => folders.has(folder));
    })
    .map(({ path }) => path);
}

/** @returns {{ said: string, files: string[] }} */
export function longTestsOfChange() {
  const base = changeBase();
  if (base === null) return { said: "The normal tier alone: without a history nothing tells what changed.", files: [] };
  const files = touchedTests(changedSince(base), longTests());
  const since = git("rev-parse", "--short", base);
  const also = files.length === 0 ? "nothing" : files.join(", ");
  return { said: `The normal tier, and for what changed since ${since} of the long tier: ${also}.`, files };
}
