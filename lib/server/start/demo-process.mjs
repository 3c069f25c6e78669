// @ts-check
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { endWithUsage } from "../../config/usage.mjs";

const USAGE =
  "Usage: npm run demo   serve ninety days of invented data from a database of their own, in the folder beside DATA_DIR whose name ends in `-demo`; asks nobody, and leaves the data of `npm start` alone";

/** Lies in the folder while it is filled: a demo that was ended meanwhile has half of its data. */
const UNFINISHED = "being-filled";

/** Told to the demo that a server starts, which serves the same build. */
export const BESIDE = "--beside";

/** @param {string} folder */
export const unfinishedFile = (folder) => join(folder, UNFINISHED);

/** Gives this process the demo's folder, the embedded database and no jobs. Called before anything is checked. */
export function becomeDemo() {
  endWithUsage(USAGE);
  Object.assign(process.env, {
    DATA_DIR: `${resolve(process.env.DATA_DIR || ".data")}-demo`,
    DATABASE_URL: "",
    VERCEL: "",
    SCHEDULER: "off",
  });
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes the database that an earlier demo left half filled, unless that demo still fills it. @param {string} folder */
export function dropUnfinishedDemo(folder) {
  const file = unfinishedFile(folder);
  if (!existsSync(file) || isRunning(Number(readFileSync(file, "utf8")))) return;
  for (const part of ["db", "database.json"]) rmSync(join(folder, part), { recursive: true, force: true });
  rmSync(file);
}

/** Starts the demo as a child, which ends with its parent as it would with npm. @param {string} root @param {number} port */
export function spawnDemo(root, port) {
  return spawn(process.execPath, ["--max-semi-space-size=8", join(root, "lib/server/start/start.mjs"), "--demo", BESIDE], {
    cwd: root,
    env: { ...process.env, PORT: String(port), npm_lifecycle_event: "demo" },
    stdio: ["ignore", "inherit", "pipe"],
  });
}
