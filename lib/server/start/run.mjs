// @ts-check
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isUsageAsked } from "../../config/usage.mjs";
import { loadEnvFiles } from "./env-files.mjs";
import { prepare, requireNode, StartError } from "./prepare.mjs";
import { importProgram } from "./programs.mjs";
import { unforeseenSentence } from "./start-sentence.mjs";
import { requireDataFolder } from "./unusable-folder.mjs";

/** Runs a command: `node lib/server/start/run.mjs <file.ts> …`. On a fresh clone it installs the packages first. */

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

try {
  requireNode();
  process.chdir(root);
  loadEnvFiles(root);
  if (!isUsageAsked) requireDataFolder();
  await prepare(root, { isDev: true });
  process.argv.splice(1, 1);
  await importProgram(resolve(process.argv[1] ?? ""), { isSplit: true });
} catch (error) {
  if (process.env.LOG_LEVEL === "debug") throw error;
  process.stderr.write(`${error instanceof StartError ? error.message : unforeseenSentence(error)}\n`);
  process.exitCode = 1;
}
