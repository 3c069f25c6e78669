// @ts-check
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inUseSentence, lockOwner } from "../../../db/lock/process-lock.mjs";
import { loadEnvFiles } from "./env-files.mjs";
import { prepare, requireNode, StartError } from "./prepare.mjs";
import { importProgram } from "./programs.mjs";

/** `npm start`. Imports node: modules only, because it also installs the packages. */

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const CHECK_NPM_MS = 500;
const isDev = process.argv.includes("--dev");

/** Checked before the build, which would replace files that another process is serving. */
async function requireFreeFolder() {
  const isEmbedded = !process.env.DATABASE_URL && process.env.VERCEL !== "1";
  const folder = join(process.env.DATA_DIR || ".data", "db");
  const owner = isEmbedded ? await lockOwner(`${folder}.lock`) : null;
  if (owner) throw new StartError(inUseSentence(folder, owner));
}

/** Removes secrets from the build's output. Called before the build, once the packages are installed. */
async function guardBuild() {
  const { guardOutput } = await importProgram(join(root, "lib/config/guard-output.ts"));
  guardOutput();
}

/** npm killed with -9 passes no signal on; this process would then keep the database locked against the next start. */
function endWithNpm() {
  if (!["start", "dev"].includes(process.env.npm_lifecycle_event ?? "")) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, CHECK_NPM_MS).unref();
}

try {
  requireNode();
  endWithNpm();
  process.chdir(root);
  loadEnvFiles(root);
  await requireFreeFolder();
  await prepare(root, { isDev, beforeBuild: guardBuild });
  Object.assign(process.env, { NODE_ENV: isDev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  // Only in Node 22 and newer.
  module.enableCompileCache?.();
  // In this process, not a child, so that every signal, kill -9 included, reaches the owner of the database.
  await importProgram(join(root, "lib/server/main.ts"));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
