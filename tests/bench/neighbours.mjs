// @ts-check
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { quantile } from "./pace.mjs";
import { withPaidWorld } from "./paid-world.mjs";
import { isPinned, startProcess } from "./processes.mjs";
import { SERVER, SERVER_ARGS } from "./world.mjs";

const CALLS = Number(process.env.BENCH_CALLS ?? 600);
/** How many times as long a paid call may take beside a neighbour. */
const BOUND = 2;
const READERS = 16;
const SLOW_BODIES = 2050;

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

let count = 0;
const unseen = () => (count += 1);
const addressOf = (/** @type {number} */ number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

/** @param {readonly number[]} times */
const sorted = (times) => times.toSorted((one, other) => one - other);

/** One paid call after the other. @param {string} base @param {string[]} tokens */
async function paidCalls(base, tokens) {
  const times = [];
  for (let call = 0; call < CALLS; call++) {
    const began = performance.now();
    const answer = await fetch(`${base}/api/premium/routing?task=code&budget=${100_000 + unseen()}`, {
      headers: { authorization: `Bearer ${tokens[call % tokens.length]}`, "x-forwarded-for": "192.0.2.1" },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a paid call was answered with ${answer.status}`);
    times.push(performance.now() - began);
  }
  return sorted(times);
}

/** Asks one thing after the other until stopped, and counts the answers by status. @param {(times: number) => Promise<number>} ask @param {number} [delayMs] before the first */
function startAsking(ask, delayMs = 0) {
  /** @type {Map<number, number>} */
  const answers = new Map();
  let isAsking = true;
  async function run() {
    await delay(delayMs);
    for (let time = 0; isAsking; time++) {
      const status = await ask(time).catch(() => 0);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  }
  const ended = run();
  return { answers, stop: () => ((isAsking = false), ended) };
}

/** @param {string} url @param {Record<string, string>} headers */
async function statusOf(url, headers) {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** @param {number} perSecond @param {() => Promise<number>} ask */
const paced = (perSecond, ask) => async () => {
  const [status] = await Promise.all([ask(), delay(1000 / perSecond)]);
  return status;
};

/** @param {string} base */
function slowBodies(base) {
  const { hostname, port } = new URL(base);
  let open = 0;
  const sockets = Array.from({ length: SLOW_BODIES }, () => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.write(
      "POST /account HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.9\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    );
    socket.on("connect", () => (open += 1)).on("close", () => (open -= 1));
    return socket;
  });
  return { answers: { open: () => open }, stop: async () => sockets.forEach((socket) => socket.destroy()) };
}

/** What each neighbour does beside the paid calls. @type {Record<string, (base: string) => { stop(): Promise<unknown>, answers?: Map<number, number> | { open(): number } }[]>} */
const NEIGHBOURS = {
  "16 readers of uncached pages, each with its own address": (base) =>
    Array.from({ length: READERS }, (_, reader) =>
      startAsking(() => statusOf(`${base}/models?q=x${unseen()}`, { "x-forwarded-for": addressOf(1000 * (reader + 1) + unseen()) })),
    ),
  "20 requests a second of /status?z=N from one address": (base) => [
    startAsking(paced(20, () => statusOf(`${base}/status?z=${unseen()}`, { "x-forwarded-for": "192.0.2.7" }))),
  ],
  "400 unknown tokens a second": (base) =>
    // One after the other: eight at the same instant would let the timed call wait for this process, which sends them.
    Array.from({ length: 8 }, (_, asker) =>
      startAsking(
        paced(50, () =>
          statusOf(`${base}/api/premium/routing?task=code`, { authorization: `Bearer aeds_${unseen()}`, "x-forwarded-for": "192.0.2.8" }),
        ),
        asker * 2.5,
      ),
    ),
  [`${SLOW_BODIES} bodies sent slowly`]: (base) => [slowBodies(base)],
};

/** @param {{ answers?: Map<number, number> | { open(): number } }[]} neighbours @param {number} seconds */
function describe(neighbours, seconds) {
  /** @type {Map<number, number>} */
  const sum = new Map();
  for (const { answers } of neighbours) {
    if (!(answers instanceof Map)) return `${answers?.open()} connections open`;
    for (const [status, times] of answers) sum.set(status, (sum.get(status) ?? 0) + times);
  }
  return [...sum].map(([status, times]) => `${(times / seconds).toFixed(1)}/s answered with ${status}`).join(", ");
}

/** @param {readonly number[]} times */
const worded = (times) => `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms`;

/** How long a paid call takes while others ask for what costs more than it. @param {string} folder */
export const benchNeighbours = (folder) =>
  withPaidWorld(folder, async ({ dataDir, embeddedTokens: tokens }) => {
    const server = await startProcess("tests/bench/server.ts", { variables: { ...SERVER, DATA_DIR: dataDir }, execArgv: SERVER_ARGS });
    let isMet = true;
    try {
      print(`One paid call after the other, embedded database${isPinned ? ", server on core 0" : ""} (bound: ${BOUND} times as long)`);
      for (let warmUp = 0; warmUp < 3; warmUp++) await paidCalls(server.base, tokens);
      for (const [name, start] of Object.entries(NEIGHBOURS)) {
        const before = await paidCalls(server.base, tokens);
        const neighbours = start(server.base);
        await delay(1000);
        const began = performance.now();
        const beside = await paidCalls(server.base, tokens);
        const words = describe(neighbours, (performance.now() - began) / 1000 + 1);
        await Promise.all(neighbours.map(({ stop }) => stop()));
        await delay(1000);
        // Before and after, since the machine becomes slower and faster meanwhile.
        const alone = sorted([...before, ...(await paidCalls(server.base, tokens))]);
        const isKept = [0.5, 0.99].every((share) => quantile(beside, share) <= BOUND * quantile(alone, share));
        isMet &&= isKept;
        print(`  ${name}: ${worded(beside)} against ${worded(alone)} alone; ${words}${isKept ? "" : "  MISSED"}`);
      }
    } finally {
      server.stop();
    }
    return isMet;
  });
