// @ts-check
import { Worker } from "node:worker_threads";
import { processState } from "../../config/process-state.mjs";

/** @typedef {import("../../config/threads").ThreadName} ThreadName */

/** What each thread runs. @type {Readonly<Record<ThreadName, URL>>} */
const PROGRAMS = { pages: new URL("../pages/thread.ts", import.meta.url) };

/** @typedef {{ worker: Worker, fault: Error | null, exitCode: number | null }} StartedThread a thread, and how it ended if it has */

/** A third of V8's own: the thread takes less memory with it, and no more CPU per page. */
const YOUNG_GENERATION_MB = 16;

const early = processState("threads that were started early", () => /** @type {Map<string, StartedThread>} */ (new Map()));

/** @param {ThreadName} name @param {URL} program @returns {StartedThread} */
function startThread(name, program) {
  const worker = new Worker(new URL("./enter-thread.mjs", import.meta.url), {
    name,
    execArgv: [],
    workerData: { program: program.href },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  /** @type {StartedThread} */
  const thread = { worker, fault: null, exitCode: null };
  worker.on("error", (error) => (thread.fault = error));
  worker.on("exit", (code) => (thread.exitCode = code));
  return thread;
}

/** Has a thread load its program while the main thread loads its own, which takes seconds. @param {ThreadName} name @returns {StartedThread} */
export function startEarly(name, program = PROGRAMS[name]) {
  const thread = startThread(name, program);
  early.set(name, thread);
  return thread;
}

/** The thread of this name that was started early, or else a new one. @param {ThreadName} name @returns {StartedThread} */
export function takeThread(name) {
  const started = early.get(name);
  early.delete(name);
  return started ?? startThread(name, PROGRAMS[name]);
}
