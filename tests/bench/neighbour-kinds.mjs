// @ts-check
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const READERS = 16;
const SLOW_BODIES = 2050;

let count = 0;
const unseen = () => (count += 1);
const addressOf = (/** @type {number} */ number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

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
export const NEIGHBOURS = {
  "16 readers of uncached pages, each with its own address": (base) =>
    Array.from({ length: READERS }, (_, reader) =>
      startAsking(() => statusOf(`${base}/models?q=x${unseen()}`, { "x-forwarded-for": addressOf(1000 * (reader + 1) + unseen()) })),
    ),
  "20 requests a second of /status?z=N from one address": (base) => [
    startAsking(paced(20, () => statusOf(`${base}/status?z=${unseen()}`, { "x-forwarded-for": "192.0.2.7" }))),
  ],
  "400 unknown tokens a second": (base) =>
    // Calls in turn, as strangers come, and not eight at the same instant.
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
export function describe(neighbours, seconds) {
  /** @type {Map<number, number>} */
  const sum = new Map();
  for (const { answers } of neighbours) {
    if (!(answers instanceof Map)) return `${answers?.open()} connections open`;
    for (const [status, times] of answers) sum.set(status, (sum.get(status) ?? 0) + times);
  }
  return [...sum].map(([status, times]) => `${(times / seconds).toFixed(1)}/s answered with ${status}`).join(", ");
}
