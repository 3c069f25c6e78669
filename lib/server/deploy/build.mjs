// @ts-check
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare, StartError } from "../start/prepare.mjs";

/** Builds without starting, for an image. A start of the same sources then builds nothing. */

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

try {
  process.chdir(root);
  await prepare(root);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
