// @ts-check
import { spawn } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @typedef {{ status: number | null, output: string }} StepResult */

/** A terminal gets colours, although the scripts write into a pipe. A file or another program gets none. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1", FORCE_COLOR: undefined };

/** Runs a node script of the project; what it prints is kept, and shown while it runs when asked. @param {readonly string[]} args @param {{ isShown?: boolean, variables?: Record<string, string> }} [options] @returns {Promise<StepResult>} */
export function runNode(args, { isShown = false, variables = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      cwd: root,
      env: { ...process.env, ...colours, NEXT_TELEMETRY_DISABLED: "1", ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const [from, to] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])) {
      from.on("data", (/** @type {Buffer} */ chunk) => {
        output += chunk.toString();
        if (isShown) to.write(chunk);
      });
    }
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, output }));
  });
}

/** @param {...string} parts */
const bin = (...parts) => join("node_modules", ...parts);

/** Checks product and tests in one pass, since most of the time goes into types that both read. */
const typesFit = () =>
  runNode([
    bin("typescript/bin/tsc"),
    "-p",
    "tests/tsconfig.json",
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    ".cache/types.tsbuildinfo",
  ]);

/**
 * A schema change without its migration shows as a file that the generator would add. Its folder must
 * be a relative path.
 * @returns {Promise<StepResult>}
 */
async function migrationsAreCurrent() {
  const folder = `.cache/migrations-${process.pid}`;
  try {
    cpSync(join(root, "db/migrations"), join(root, folder), { recursive: true });
    const { output } = await runNode([
      bin("drizzle-kit/bin.cjs"),
      "generate",
      "--dialect",
      "postgresql",
      "--schema",
      "./db/schema/*.ts",
      "--out",
      folder,
    ]);
    if (output.includes("No schema changes")) return { status: 0, output };
    return { status: 1, output: `${output}\nThe schema has changed: run \`npm run migrations\` and commit what it writes.` };
  } finally {
    rmSync(join(root, folder), { recursive: true, force: true });
  }
}

/** What every change must pass before any test. @type {readonly { name: string, run: () => Promise<StepResult> }[]} */
export const staticSteps = [
  // It also writes the types that the client imports, which git does not know.
  { name: "generated files", run: () => runNode([bin("tsx/dist/cli.mjs"), "lib/server/cli/generate.ts", "--check"]) },
  { name: "types", run: typesFit },
  { name: "lint", run: () => runNode([bin("oxlint/bin/oxlint"), "--deny-warnings"]) },
  { name: "format", run: () => runNode([bin("oxfmt/bin/oxfmt"), "--check"]) },
  {
    name: "layers",
    run: () =>
      runNode([
        bin("dependency-cruiser/bin/dependency-cruise.mjs"),
        "--config",
        "tests/architecture/layers.cjs",
        "app",
        "components",
        "db",
        "jobs",
        "lib",
        "tests",
      ]),
  },
  {
    name: "unused code",
    run: () => runNode([bin("knip/bin/knip.js"), "--config", "tests/architecture/knip.json", "--no-config-hints"]),
  },
  { name: "migrations", run: migrationsAreCurrent },
];

/** The output of a step is shown when it fails. @param {readonly { name: string, run: () => Promise<StepResult> }[]} steps @param {number} [atOnce] @returns {Promise<string[]>} the names of those that failed */
export async function runSteps(steps, atOnce = 2) {
  const waiting = [...steps];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const began = performance.now();
      const { status, output } = await step.run();
      process.stdout.write(`${status === 0 ? "ok  " : "FAIL"} ${step.name} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`);
      if (status === 0) continue;
      failed.push(step.name);
      process.stdout.write(`${output.trimEnd()}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}
