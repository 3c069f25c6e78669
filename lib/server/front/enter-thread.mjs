// @ts-check
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

/** A thread's first file must be JavaScript: tsx reads what it imports. */
register();
await import(workerData.program);
