// @ts-check
import { fork } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { Agent, request } from "node:http";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { historyCalls } from "./history-calls.mjs";
import { createPace, quantile } from "./pace.mjs";
import { pin, startProcess } from "./processes.mjs";

const CALLS = Number(process.env.BENCH_CALLS ?? 300);
const WARM_UP = 60;
const EVERY_CORE = `0-${availableParallelism() - 1}`;
const DRIVERS = /** @type {const} */ ([
  { driver: "pg", name: "Postgres", bound: 15 },
  { driver: "pglite", name: "the embedded database", bound: 40 },
]);

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** @typedef {{ base: string, tokens: string[], world: import("./history-calls.mjs").HistoryWorld }} Place */

let callCount = 0;

const agent = new Agent({ keepAlive: true });

/** Time from the first byte sent to the last received, without decoding. @param {string} target @param {Record<string, string>} headers @returns {Promise<{ status: number, ms: number, sent: Buffer }>} */
function get(target, headers) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(target, { agent, headers }, (answer) => {
      /** @type {Buffer[]} */
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began, sent: Buffer.concat(chunks) }));
      answer.on("error", reject);
    });
    call.on("error", reject);
    call.end();
  });
}

/** Makes one paid call and measures it. @param {Place} place @param {import("./history-calls.mjs").HistoryCall} call @param {number} n */
async function ask({ base, tokens, world }, { path, queryOf }, n) {
  const target = `${base}${path}?${new URLSearchParams(queryOf(n, world))}`;
  const { status, ms, sent } = await get(target, {
    authorization: `Bearer ${tokens[(callCount += 1) % tokens.length]}`,
    "accept-encoding": "gzip",
  });
  const bytes = sent[0] === 0x1f ? gunzipSync(sent) : sent;
  if (status !== 200) throw new Error(`${target}: ${status} ${bytes.toString().slice(0, 300)}`);
  return { ms, bytes: bytes.byteLength, charged: /** @type {number} */ (JSON.parse(bytes.toString()).billing.credits_charged) };
}

/** @typedef {ReturnType<typeof createPace>} Pace */

/** @param {Place} place @param {import("./history-calls.mjs").HistoryCall} call @param {number} bound @param {Pace} pace */
async function measure(place, call, bound, pace) {
  const first = await ask(place, call, 0);
  for (let n = 1; n <= WARM_UP; n++) await ask(place, call, n);
  const answers = [];
  for (let n = 1; n <= CALLS; n++) {
    pace.tick();
    answers.push(await ask(place, call, WARM_UP + n));
  }
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const size = answers.reduce((sum, { bytes }) => sum + bytes, 0) / CALLS / 1024;
  const free = answers.filter(({ charged }) => charged === 0).length;
  const isMet = p95 < bound;
  print(
    `  ${call.name.padEnd(32)} p50 ${p50.toFixed(1).padStart(5)}, p95 ${p95.toFixed(1).padStart(5)} ms (bound ${bound}), slowest ${quantile(times, 1).toFixed(1)}, first ${first.ms.toFixed(1)}; ${size.toFixed(1)} KB${free ? `, ${free} of ${CALLS} not charged` : ""}${isMet ? "" : "  MISSED"}`,
  );
  return isMet;
}

/** Measures a prepared answer: the round trip that every call includes. @param {Place} place @param {Pace} pace */
async function measureFloor({ base }, pace) {
  const times = [];
  for (let n = 0; n < WARM_UP + CALLS; n++) {
    pace.tick();
    const { ms } = await get(`${base}/api/vector-dbs`, { "x-forwarded-for": `10.1.${n >> 8}.${n & 255}` });
    if (n >= WARM_UP) times.push(ms);
  }
  times.sort((a, b) => a - b);
  print(
    `  ${"a free answer (floor)".padEnd(32)} p50 ${quantile(times, 0.5).toFixed(1).padStart(5)}, p95 ${quantile(times, 0.95).toFixed(1).padStart(5)} ms`,
  );
}

/** @param {string} base @returns {Promise<Set<string>>} */
async function servedBy(base) {
  const { endpoints } = /** @type {{ endpoints: { path: string }[] }} */ (await (await fetch(`${base}/api/meta`)).json());
  return new Set(endpoints.map(({ path }) => path));
}

/** @param {string} folder @param {(typeof DRIVERS)[number]} on */
async function benchOn(folder, { driver, name, bound }) {
  const place = join(folder, driver);
  mkdirSync(place, { recursive: true });
  // Postgres runs as another user, who needs access to the folders.
  for (const passage of [dirname(folder), folder, place]) chmodSync(passage, 0o755);
  const world = fork("tests/bench/history-world.ts", [place, driver], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new Promise((resolve) => world.once("exit", resolve));
  /** @type {any} */
  let filled;
  await new Promise((resolve, reject) => {
    world.on("message", (message) => (message === "filled" ? resolve(undefined) : (filled = message)));
    world.once("exit", (code) => reject(new Error(`the history was not planted (${code})`)));
  });
  const { tokens, world: questions, variables, counts } = filled;
  const server = await startProcess("tests/bench/server.ts", {
    variables: { SCHEDULER: "off", LOG_LEVEL: "silent", NODE_ENV: "production", TRUSTED_PROXY: "127.0.0.0/8", ...variables },
    execArgv: ["--import", "tsx", "--expose-gc"],
  });
  // With one caller at a time nothing needs a core of its own.
  pin(server.pid, EVERY_CORE);
  try {
    const served = await servedBy(server.base);
    print(
      `Paid answers from ${counts.days} days on ${name} (${counts.pricePoints.toLocaleString("en-US")} prices in ${counts.priceSpans.toLocaleString("en-US")} spans; one caller, ${CALLS} calls each)`,
    );
    const here = { base: server.base, tokens, world: questions };
    const pace = createPace();
    await measureFloor(here, pace);
    let isMet = true;
    for (const call of historyCalls) {
      if (served.has(call.path)) isMet = (await measure(here, call, bound, pace)) && isMet;
      else print(`  ${call.name.padEnd(32)} is not served`);
    }
    print(`  the same work beside each of these calls took ${pace.summary()}`);
    return isMet;
  } finally {
    server.stop();
    world.send("stop");
    await ended;
  }
}

/** Measures p95 of all calls on history, over HTTP and including payment. @param {string} folder */
export async function benchHistory(folder) {
  mkdirSync(folder, { recursive: true });
  const drivers = DRIVERS.filter(({ driver }) => (process.env.BENCH_DRIVER ?? driver) === driver);
  let isMet = true;
  for (const on of drivers) isMet = (await benchOn(folder, on)) && isMet;
  return isMet;
}
