// @ts-check
import { quantile } from "./pace.mjs";
import { isPinned, pin, startProcess } from "./processes.mjs";
import { fillDatabase, SERVER, SERVER_ARGS } from "./world.mjs";

const CALLS = Number(process.env.BENCH_CALLS ?? 30);
const WARM_UP = 30;
const BOUND_MS = 4;
const ALL_MODELS_MS = 8;
const WITH_HOSTS_MS = 24;

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** Queries that nobody has asked before, over data that has not changed. @type {readonly [string, (call: number) => string, number][]} */
const UNSEEN = [
  ["/api/models?max_price=x", (call) => `/api/models?max_price=${call + 0.5}`, ALL_MODELS_MS],
  ["/api/models?include=hosts&max_price=x", (call) => `/api/models?include=hosts&max_price=${call + 0.5}`, WITH_HOSTS_MS],
  ["/api/news?limit=n", (call) => `/api/news?limit=${20 + call}`, BOUND_MS],
];

const QUIET_MS = 1000;
const QUIET_SHARE = 0.05;

/**
 * Waits until the pages' thread has loaded what all pages share. That would count as CPU of the calls.
 * @param {Awaited<ReturnType<typeof startProcess>>} server
 */
async function untilQuiet(server) {
  for (;;) {
    const before = await server.ask("usage");
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const { cpuSeconds } = await server.ask("usage");
    if ((cpuSeconds - before.cpuSeconds) * 1000 < QUIET_SHARE * QUIET_MS) return;
  }
}

let address = 0;

/** @param {string} url */
async function readOnce(url) {
  const answer = await fetch(url, {
    headers: { "accept-encoding": "gzip", "x-forwarded-for": `10.9.${(address += 1) >> 8}.${address & 255}` },
  });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}

/**
 * CPU time of the whole process for a piece of work, the median in milliseconds. All threads and
 * compression are included.
 * @param {Awaited<ReturnType<typeof startProcess>>} server @param {(call: number) => Promise<unknown>} work
 */
async function cpuMs(server, work) {
  const costs = [];
  for (let call = 0; call < CALLS + WARM_UP; call++) {
    const before = await server.ask("usage");
    await work(call);
    // Compression for later readers begins after the answer.
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (call >= WARM_UP) costs.push(((await server.ask("usage")).cpuSeconds - before.cpuSeconds) * 1000);
  }
  return quantile(
    costs.toSorted((one, other) => one - other),
    0.5,
  );
}

/**
 * What a call adds to the process's CPU time without one. That time has its timers, and its reports to the bench.
 * @param {Awaited<ReturnType<typeof startProcess>>} server @param {(call: number) => string} targetOf @param {number} idleMs
 */
async function timeCalls(server, targetOf, idleMs) {
  let bytes = 0;
  const milliseconds = await cpuMs(server, async (call) => (bytes = await readOnce(server.base + targetOf(call))));
  return { milliseconds: milliseconds - idleMs, bytes };
}

/** @param {string} name @param {{ milliseconds: number, bytes: number } | { fault: string }} result @param {number} bound */
function report(name, result, bound) {
  if ("fault" in result) {
    print(`  ${name}: not measured, ${result.fault}`);
    return true;
  }
  const isMet = result.milliseconds <= bound;
  print(
    `  ${name}: ${result.milliseconds.toFixed(1)} ms (bound ${bound}, ratio ${(result.milliseconds / bound).toFixed(2)}), ${(result.bytes / 1024).toFixed(1)} KB${isMet ? "" : "  MISSED"}`,
  );
  return isMet;
}

/** What an answer costs that has to be made. @param {string} folder */
export async function benchCold(folder) {
  const dataDir = fillDatabase(folder);
  pin(process.pid, 1);
  const server = await startProcess("tests/bench/server.ts", { variables: { ...SERVER, DATA_DIR: dataDir }, execArgv: SERVER_ARGS });
  try {
    let isMet = true;
    // The server asks itself for a first page two seconds after the start.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await untilQuiet(server);
    print(`Cold answers (CPU of the process per call, median of ${CALLS}${isPinned ? ", server on core 0" : ""})`);
    const idleMs = await cpuMs(server, () => Promise.resolve());
    print(`  the process meanwhile without a call, taken off below: ${idleMs.toFixed(1)} ms`);
    const prepared = await timeCalls(server, () => "/api/status/summary", idleMs);
    print(`  a prepared answer, for comparison: ${prepared.milliseconds.toFixed(1)} ms`);
    for (const [name, targetOf, bound] of UNSEEN) isMet = report(name, await timeCalls(server, targetOf, idleMs), bound) && isMet;
    print("  computed in the process, without HTTP and payment, and without compression but for answers that are kept compressed:");
    for (const target of await server.ask("examples")) {
      isMet = report(target, await server.ask({ cold: target, times: CALLS }), BOUND_MS) && isMet;
    }
    return isMet;
  } finally {
    server.stop();
  }
}
