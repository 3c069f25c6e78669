import { vi } from "vitest";

/**
 * Cleans a worker's process between test files, which share it. Starting one per file and loading the
 * packages again took most of the time. What an earlier file left is taken away: our modules with what
 * they remember, what they keep on globalThis, the environment, and the umask.
 */

interface WorkerStart {
  environment: NodeJS.ProcessEnv;
  umask: number;
  symbols: ReadonlySet<symbol>;
}

const START = Symbol.for("test-worker-start");
const shared = globalThis as { [START]?: WorkerStart } & Record<symbol, unknown>;

const start = (shared[START] ??= {
  environment: { ...process.env },
  umask: process.umask(),
  symbols: new Set([START, ...Object.getOwnPropertySymbols(globalThis)]),
});

vi.resetModules();
for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
  // What cannot be deleted belongs to a package, which stays loaded.
  if (!start.symbols.has(symbol)) Reflect.deleteProperty(shared, symbol);
}
for (const name of Object.keys(process.env)) if (!(name in start.environment)) delete process.env[name];
Object.assign(process.env, start.environment);
process.umask(start.umask);
