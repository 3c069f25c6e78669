// @ts-check
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { LockHeldError, takeLock } from "../../../db/lock/process-lock.mjs";
import { usableMegabytes } from "./memory-fault.mjs";
import { dropBuildStamp, dropOutdatedCache, isBuilt, isInstalled, sourceHash, stampBuild, stampInstall } from "./build-stamp.mjs";

/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGTERM", "SIGINT"];
const MIN_NODE = [20, 19];
const RETRY_MS = 300;
const MORE_MEMORY = "give it more, or swap, for the time of the build, or build elsewhere and copy the folder with its .next.";

/** Shown to the operator without a stack. */
export class StartError extends Error {}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = MIN_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new StartError(
    `Node ${MIN_NODE.join(".")} or newer is needed; this is ${process.versions.node}. Install it from https://nodejs.org.`,
  );
}

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** Waits for `child` to end; until then signals to this process are passed on to it. @param {import("node:child_process").ChildProcess} child @returns {Promise<{ status: number | null, signal: string | null }>} */
function ended(child) {
  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Signals | null} */
    let passedSignal = null;
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      passedSignal = signal;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, passOn);
    const forget = () => SIGNALS.forEach((signal) => process.removeListener(signal, passOn));
    child.once("error", (error) => [forget(), reject(error)]);
    child.once("close", (status, signal) => [forget(), resolve({ status, signal: passedSignal ?? signal })]);
  });
}

/** @param {string} purpose @param {import("node:child_process").ChildProcess} child */
async function requireSuccess(purpose, child) {
  const { status, signal } = await ended(child).catch((error) => {
    throw new StartError(`${purpose} could not be started: ${error.message}`);
  });
  if (signal === "SIGKILL") {
    throw new StartError(
      `${purpose} was killed, as a system does whose memory runs out. It needs 3 GB, and this machine or container has ${usableMegabytes()} MB: ${MORE_MEMORY}`,
    );
  }
  if (signal) throw new StartError(`${purpose} was stopped by ${signal}.`);
  if (status !== 0) throw new StartError(`${purpose} failed (exit ${status}); the reason stands above.`);
}

/** @param {string} root @param {string} command @param {readonly string[]} args */
function runNpm(root, command, args) {
  const needsShell = process.platform === "win32" && !command.endsWith(".exe");
  return requireSuccess("npm ci", spawn(command, args, { cwd: root, stdio: "inherit", shell: needsShell }));
}

/** Its output passes through this process's guarded streams, which remove secrets. What it says of a build that succeeds is a list of hundreds of routes. @param {string} root @param {readonly string[]} args @param {Record<string, string>} variables */
async function runNext(root, args, variables) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["inherit", "pipe", "pipe"], env: { ...process.env, ...variables } });
  /** @type {string[]} */
  const said = [];
  createInterface(child.stdout).on("line", (line) => said.push(line));
  createInterface(child.stderr).on("line", (line) => process.stderr.write(`${line}\n`));
  await requireSuccess("next build", child).catch((error) => {
    for (const line of said) process.stderr.write(`${line}\n`);
    throw error;
  });
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
  say("Building (next build), which takes a minute or more, and 3 GB of memory …");
  const hash = sourceHash(root, process.env);
  dropBuildStamp(root);
  dropOutdatedCache(root);
  // Route types left by development mode may describe deleted routes, and the build would check them.
  rmSync(join(root, ".next", "dev"), { recursive: true, force: true });
  await runNext(root, [join(root, "node_modules/next/dist/bin/next"), "build"], { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  // Stamps the hash from before the build. If sources changed meanwhile, the next start builds again.
  stampBuild(root, hash);
}

/** @param {string} file */
async function waitForLock(file) {
  for (let isAnnounced = false; ;) {
    try {
      return await takeLock(file);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      if (!isAnnounced) say(`Process ${error.owner.pid} is installing or building here; waiting for it …`);
      isAnnounced = true;
      await delay(RETRY_MS);
    }
  }
}

/** Installs and builds when the stamps are out of date, one process at a time. @param {string} root @param {{ isDev?: boolean, beforeBuild?: () => Promise<void> }} [options] */
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

/** For a process beside one that serves this build, which another build would take away. @param {string} root */
export function requirePrepared(root) {
  if (isInstalled(root) && isBuilt(root, sourceHash(root, process.env))) return;
  throw new StartError("The files of this service have changed since it was started. Start it again, which builds it anew.");
}
