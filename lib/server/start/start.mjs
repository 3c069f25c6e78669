// @ts-check
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inUseSentence, lockOwner } from "../../../db/lock/process-lock.mjs";
import { becomeDemo, BESIDE, dropUnfinishedDemo } from "./demo-process.mjs";
import { loadEnvFiles } from "./env-files.mjs";
import { memoryFault, usableMegabytes } from "./memory-fault.mjs";
import { portFault } from "./port-fault.mjs";
import { prepare, requireNode, requirePrepared, StartError } from "./prepare.mjs";
import { importProgram } from "./programs.mjs";
import { unforeseenSentence } from "./start-sentence.mjs";
import { requireDataFolder } from "./unusable-folder.mjs";
import { startEarly } from "../threads/start-thread.mjs";

/** `npm start`, `npm run dev` and `npm run demo`. Imports node: modules only, because it also installs the packages. */

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const CHECK_NPM_MS = 500;
const isDev = process.argv.includes("--dev");
const isDemo = process.argv.includes("--demo");

/** Checked before the build, which would replace files that another process is serving. */
async function requireFreeFolder() {
  const isEmbedded = !process.env.DATABASE_URL && process.env.VERCEL !== "1";
  const folder = join(process.env.DATA_DIR || ".data", "db");
  const owner = isEmbedded ? await lockOwner(`${folder}.lock`) : null;
  if (owner) throw new StartError(inUseSentence(folder, owner));
}

/** Said before anything is built or opened. */
async function requireFreePort() {
  const fault = await portFault(process.env.PORT);
  if (fault) throw new StartError(fault);
}

function requireMemory() {
  const fault = memoryFault(usableMegabytes());
  if (fault?.isFatal) throw new StartError(`${fault.says} ${fault.mend}`);
  if (fault) process.stderr.write(`${fault.says} ${fault.mend}\n`);
}

/** Listens for signals, as a container's first process must to end by one. The server has its own listeners later. */
function endByEarlySignals() {
  if (process.pid !== 1) return;
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => process.listenerCount(signal) === 0 && process.exit(1));
  }
}

/** Removes secrets from the build's output. Called before the build, once the packages are installed. */
async function guardBuild() {
  const { guardOutput } = await importProgram(join(root, "lib/config/guard-output.ts"));
  guardOutput();
}

/** Called once the packages are installed and before any thread has taken the variables over. */
async function leaveOperatorBehind() {
  const program = await importProgram(join(root, "lib/server/start/demo-variables.ts"));
  program.leaveOperatorBehind(process.env);
}

/** Ends with npm. An npm killed with -9 passes no signal on, and this process would keep the database locked. */
function endWithNpm() {
  if (!["start", "dev", "demo"].includes(process.env.npm_lifecycle_event ?? "")) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, CHECK_NPM_MS).unref();
}

try {
  endByEarlySignals();
  requireNode();
  requireMemory();
  endWithNpm();
  process.chdir(root);
  loadEnvFiles(root);
  if (isDemo) becomeDemo();
  await requireFreeFolder();
  await requireFreePort();
  if (isDemo) dropUnfinishedDemo(String(process.env.DATA_DIR));
  requireDataFolder();
  if (process.argv.includes(BESIDE)) requirePrepared(root);
  else await prepare(root, { isDev, beforeBuild: guardBuild });
  if (isDemo) await leaveOperatorBehind();
  Object.assign(process.env, { NODE_ENV: isDev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  // Only in Node 22 and newer.
  module.enableCompileCache?.();
  if (!isDev) startEarly("pages");
  // Runs in this process, not a child. Every signal, kill -9 included, then reaches the owner of the database.
  await importProgram(join(root, "lib/server/main.ts"));
} catch (error) {
  if (process.env.LOG_LEVEL === "debug") throw error;
  process.stderr.write(`${error instanceof StartError ? error.message : unforeseenSentence(error)}\n`);
  process.exitCode = 1;
}
