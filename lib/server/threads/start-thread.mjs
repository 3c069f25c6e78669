// @ts-check
import { Worker } from "node:worker_threads";
import { processState } from "../../config/process-state.mjs";

/** @typedef {{ worker: Worker, fault: Error | null, exitCode: number | null }} StartedThread a thread, and how it ended if it has */

const early = processState("threads that were started early", () => /** @type {Map<string, StartedThread>} */ (new Map()));

/** Starts a thread that runs a program of ours. @param {string} name as metrics and debuggers call it @param {string} program address of its source @returns {StartedThread} */
function startThread(name, program) {
  const worker = new Worker(new URL("./enter-thread.mjs", import.meta.url), { name, execArgv: [], workerData: { program } });
  /** @type {StartedThread} */
  const thread = { worker, fault: null, exitCode: null };
  worker.on("error", (error) => (thread.fault = error));
  worker.on("exit", (code) => (thread.exitCode = code));
  return thread;
}

/** Has a thread load its program while the main thread loads its own, which takes seconds. @param {string} name @param {URL} program */
export const startEarly = (name, program) => void early.set(name, startThread(name, program.href));

/** The thread of this name that was started early, or else a new one. @param {string} name @param {URL} program @returns {StartedThread} */
export function takeThread(name, program) {
  const started = early.get(name);
  early.delete(name);
  return started ?? startThread(name, program.href);
}
