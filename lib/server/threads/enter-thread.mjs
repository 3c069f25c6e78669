// @ts-check
import { fileURLToPath } from "node:url";
import { workerData } from "node:worker_threads";
import { importProgram } from "../start/programs.mjs";

/** A worker's entry file must be JavaScript. */
await importProgram(fileURLToPath(workerData.program));
