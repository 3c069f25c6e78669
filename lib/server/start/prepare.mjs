// @ts-check
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { LockHeldError, takeLock } from "../../../db/lock/process-lock.mjs";
import { dropBuildStamp, isBuilt, isInstalled, sourceHash, stampBuild, stampInstall } from "./build-stamp.mjs";

/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGTERM", "SIGINT"];
const LEAST_NODE = [20, 19];
const LOOK_AGAIN_MS = 300;

/** A message for the operator instead of a stack. */
export class StartError extends Error {}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new StartError(
    `Node ${LEAST_NODE.join(".")} or newer is needed; this is ${process.versions.node}. Install it from https://nodejs.org.`,
  );
}

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** Until it has ended, a signal to this process goes to `child`. @param {import("node:child_process").ChildProcess} child @returns {Promise<{ status: number | null, signal: string | null }>} */
function ended(child) {
  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Signals | null} */
    let passed = null;
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      passed = signal;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    const forget = () => SIGNALS.forEach((signal) => process.removeListener(signal, pass));
    child.once("error", (error) => [forget(), reject(error)]);
    child.once("close", (status, signal) => [forget(), resolve({ status, signal: passed ?? signal })]);
  });
}

/** @param {string} purpose @param {import("node:child_process").ChildProcess} child */
async function requireSuccess(purpose, child) {
  const { status, signal } = await ended(child).catch((error) => {
    throw new StartError(`${purpose} could not be started: ${error.message}`);
  });
  if (signal) throw new StartError(`${purpose} was stopped by ${signal}.`);
  if (status !== 0) throw new StartError(`${purpose} failed (exit ${status}); the reason stands above.`);
}

/** @param {string} root @param {string} command @param {readonly string[]} args */
function runNpm(root, command, args) {
  const needsShell = process.platform === "win32" && !command.endsWith(".exe");
  return requireSuccess("npm ci", spawn(command, args, { cwd: root, stdio: "inherit", shell: needsShell }));
}

/** What it prints goes through this process's own streams, which hold secrets back. @param {string} root @param {readonly string[]} args @param {Record<string, string>} variables */
function runNext(root, args, variables) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["inherit", "pipe", "pipe"], env: { ...process.env, ...variables } });
  createInterface(child.stdout).on("line", (line) => process.stdout.write(`${line}\n`));
  createInterface(child.stderr).on("line", (line) => process.stderr.write(`${line}\n`));
  return requireSuccess("next build", child);
}

/** @param {string} root */
async function install(root) {
  say("Installing dependencies (npm ci) …");
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath;
  if (npm && existsSync(npm) && /\.[cm]?js$/.test(npm)) await runNpm(root, process.execPath, [npm, ...args]);
  else await runNpm(root, process.platform === "win32" ? "npm.cmd" : "npm", args);
  stampInstall(root);
}

/** @param {string} root */
async function build(root) {
  say("Building (next build) …");
  const hash = sourceHash(root, process.env);
  dropBuildStamp(root);
  // Types that development mode left describe routes that may be gone; the build would check them too.
  rmSync(join(root, ".next", "dev"), { recursive: true, force: true });
  await runNext(root, [join(root, "node_modules/next/dist/bin/next"), "build"], { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  // Sources that changed during the build leave the older hash: the next start builds again.
  stampBuild(root, hash);
}

/** @param {string} file */
async function waitForLock(file) {
  for (let isToldOf = false; ;) {
    try {
      return await takeLock(file);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      if (!isToldOf) say(`Process ${error.owner.pid} is installing or building here; waiting for it …`);
      isToldOf = true;
      await delay(LOOK_AGAIN_MS);
    }
  }
}

/** Installs and builds where the stamps say so; one process at a time. @param {string} root @param {{ isDev?: boolean, beforeBuild?: () => Promise<void> }} [options] */
export async function prepare(root, { isDev = false, beforeBuild } = {}) {
  const isReady = () => isInstalled(root) && (isDev || isBuilt(root, sourceHash(root, process.env)));
  if (isReady()) return;
  const release = await waitForLock(join(root, ".cache", "start.lock"));
  try {
    if (!isInstalled(root)) await install(root);
    if (isReady()) return;
    await beforeBuild?.();
    await build(root);
  } finally {
    release();
  }
}
