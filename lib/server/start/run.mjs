// @ts-check
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadEnvFiles } from "./env-files.mjs";
import { prepare, requireNode, StartError } from "./prepare.mjs";

/** `node lib/server/start/run.mjs <file.ts> …` runs a command, and installs the packages first on a fresh clone. */

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

try {
  requireNode();
  process.chdir(root);
  loadEnvFiles(root);
  await prepare(root, { isDev: true });
  process.argv.splice(1, 1);
  const { register } = await import("tsx/esm/api");
  register();
  await import(pathToFileURL(resolve(process.argv[1] ?? "")).href);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
