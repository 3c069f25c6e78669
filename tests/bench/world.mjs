// @ts-check
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Runs a script of this project and fails the bench when it fails. @param {string} what @param {string[]} args @param {Record<string, string>} [variables] */
function run(what, args, variables = {}) {
  const { status } = spawnSync(process.execPath, ["--import", "tsx", ...args], {
    env: { ...process.env, ...variables, LOG_LEVEL: "silent" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`${what} failed before the bench`);
}

/** Fills an embedded database from recorded sources, and returns its folder. @param {string} folder */
export function fillDatabase(folder) {
  const [replayDir, dataDir] = [join(folder, "replay"), join(folder, "data")];
  run("the replay folder", ["tests/support/sources/replay-world.ts", replayDir]);
  for (const job of ["refresh-news", "poll-status", "refresh-pricing"]) {
    run(job, ["lib/server/cli/jobs-cli.ts", "run", job], { DATA_DIR: dataDir, SOURCES_REPLAY_DIR: replayDir });
  }
  return dataDir;
}

/** What every server of a bench gets, besides its data. */
export const SERVER = {
  SCHEDULER: "off",
  TRUSTED_PROXY: "127.0.0.0/8",
  PUBLIC_BASE_URL: "http://localhost:3000",
  LOG_LEVEL: "silent",
  NODE_ENV: "production",
};
export const SERVER_ARGS = ["--import", "tsx", "--expose-gc"];
