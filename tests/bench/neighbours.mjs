// @ts-check
import { setTimeout as delay } from "node:timers/promises";
import { NEIGHBOURS } from "./neighbour-kinds.mjs";
import { quantile } from "./pace.mjs";
import { withPaidWorld } from "./paid-world.mjs";
import { isPinned, pin, startProcess } from "./processes.mjs";
import { SERVER, SERVER_ARGS } from "./world.mjs";

const CALLS = Number(process.env.BENCH_CALLS ?? 600);
/** How many times as long a paid call may take beside a neighbour. */
const BOUND = 2;

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** @param {readonly number[]} times */
const sorted = (times) => times.toSorted((one, other) => one - other);

let budget = 100_000;

/**
 * Makes paid calls in turn.
 * @param {string} base @param {string[]} tokens
 */
async function paidCalls(base, tokens) {
  const times = [];
  for (let call = 0; call < CALLS; call++) {
    const began = performance.now();
    const answer = await fetch(`${base}/api/premium/routing?task=code&budget=${(budget += 1)}`, {
      headers: { authorization: `Bearer ${tokens[call % tokens.length]}`, "x-forwarded-for": "192.0.2.1" },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a paid call was answered with ${answer.status}`);
    times.push(performance.now() - began);
  }
  return sorted(times);
}

/** @param {readonly number[]} times */
const worded = (times) => `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms`;

/**
 * Times paid calls beside neighbours, and says what those were answered. They ask from a process of their own, since in this one
 * the timed call would wait for what they send.
 * @param {string} name @param {string} base @param {string[]} tokens
 */
async function paidCallsBeside(name, base, tokens) {
  const neighbours = await startProcess("tests/bench/neighbour-process.mjs");
  try {
    // Not on the server's core.
    pin(neighbours.pid, 1);
    await neighbours.ask({ name, base });
    await delay(1000);
    const beside = await paidCalls(base, tokens);
    return { beside, words: await neighbours.ask("stop") };
  } finally {
    neighbours.stop();
  }
}

/** How long a paid call takes while others ask for what costs more than it. @param {string} folder */
export const benchNeighbours = (folder) =>
  withPaidWorld(folder, async ({ dataDir, embeddedTokens: tokens }) => {
    const server = await startProcess("tests/bench/server.ts", { variables: { ...SERVER, DATA_DIR: dataDir }, execArgv: SERVER_ARGS });
    let isMet = true;
    try {
      print(`One paid call after the other, embedded database${isPinned ? ", server on core 0" : ""} (bound: ${BOUND} times as long)`);
      for (let warmUp = 0; warmUp < 3; warmUp++) await paidCalls(server.base, tokens);
      for (const name of Object.keys(NEIGHBOURS)) {
        const before = await paidCalls(server.base, tokens);
        const { beside, words } = await paidCallsBeside(name, server.base, tokens);
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
