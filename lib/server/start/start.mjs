// @ts-check
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inUseSentence, lockOwner } from "../../../db/lock/process-lock.mjs";
import { loadEnvFiles } from "./env-files.mjs";
import { prepare, requireNode, StartError } from "./prepare.mjs";

/** `npm start`: node: modules only, since it also installs the others. */

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const LOOK_FOR_NPM_MS = 500;
const isDev = process.argv.includes("--dev");

/** Said before the build, which would replace the files that the other process serves. */
async function requireFreeFolder() {
  const isEmbedded = !process.env.DATABASE_URL && process.env.VERCEL !== "1";
  const folder = join(process.env.DATA_DIR || ".data", "db");
  const owner = isEmbedded ? await lockOwner(`${folder}.lock`) : null;
  if (owner) throw new StartError(inUseSentence(folder, owner));
}

/** What the build prints is without secrets too; the list of them can be read once the packages are there. */
async function guardBuild() {
  const { tsImport } = await import("tsx/esm/api");
  const { guardOutput } = await tsImport("../../config/guard-output.ts", import.meta.url);
  guardOutput();
}

/** npm that is killed with -9 passes nothing on: without it this process would keep the database from the next start. */
function endWithNpm() {
  if (!["start", "dev"].includes(process.env.npm_lifecycle_event ?? "")) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_FOR_NPM_MS).unref();
}

try {
  requireNode();
  endWithNpm();
  process.chdir(root);
  loadEnvFiles(root);
  await requireFreeFolder();
  await prepare(root, { isDev, beforeBuild: guardBuild });
  Object.assign(process.env, { NODE_ENV: isDev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  // Newer Node keeps compiled code between starts.
  module.enableCompileCache?.();
  // In this very process, so that a signal to it, kill -9 included, reaches the owner of the database.
  const { register } = await import("tsx/esm/api");
  register();
  await import("../main.ts");
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
