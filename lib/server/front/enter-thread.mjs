// @ts-check
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

/** A worker's entry file must be JavaScript; tsx compiles what it imports. */
register();
await import(workerData.program);
