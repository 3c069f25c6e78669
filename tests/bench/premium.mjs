// @ts-check
import { join } from "node:path";
import { interleave, load, median } from "./load.mjs";
import { withPaidWorld } from "./paid-world.mjs";
import { isPinned, startProcess } from "./processes.mjs";
import { SERVER, SERVER_ARGS } from "./world.mjs";

const PAIRS = Number(process.env.BENCH_PAIRS ?? 15);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1);
const BOUND = 0.6;
const MAX_ROUND_TRIPS = 3;
const COUNTED = 50;
const PATH = "/api/premium/routing?task=code";

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const rate = (/** @type {number} */ perSecond) => Math.round(perSecond).toLocaleString("en-US");

/** The floor sends the headers of the paid call, except those that the server adds itself. */
const NOT_COPIED = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

let callCount = 0;
/** Every call differs, because identical ones are refused as a loop. @param {readonly string[]} tokens */
const paidCall = (tokens) => (/** @type {number} */ connection) => ({
  path: `${PATH}&budget=${1000 + (callCount += 1)}`,
  headers: { authorization: `Bearer ${tokens[connection % tokens.length]}` },
});

/**
 * Compares a paid call on Postgres with a bare route handler that makes one UPDATE and one INSERT.
 * @param {string} folder
 */
export const benchPremium = (folder) =>
  withPaidWorld(folder, async ({ url, tokens, dataDir, embeddedTokens }) => {
    print(
      `Paid call on Postgres (${isPinned ? "server on core 0" : "not pinned"}; 64 accounts, distinct requests; medians of ${PAIRS} interleaved pairs)`,
    );
    const floor = await startCompared(url, folder, "route files");
    let isMet = true;
    try {
      await setFloor(floor, tokens);
      isMet = await compare(url, tokens, folder, floor);
    } finally {
      floor.stop();
    }
    isMet = (await pace("embedded database", { DATA_DIR: dataDir }, embeddedTokens, BOUNDS.embedded)) && isMet;
    isMet = (await pace("Postgres", { DATABASE_URL: url, DATA_DIR: join(folder, "pace") }, tokens, BOUNDS.postgres)) && isMet;
    return isMet;
  });

/** Milliseconds of the median call on one connection, and calls a second on fifty. */
const BOUNDS = { embedded: { p50: 4, perSecond: 600 }, postgres: { p50: 2.5, perSecond: 2000 } };

/** @param {string} base @param {string[]} tokens @param {number} connections */
const loadPaid = (base, tokens, connections) => load({ url: base, requestOf: paidCall(tokens), connections, seconds: SECONDS });

/** @param {string} name @param {Record<string, string>} variables @param {string[]} tokens @param {{ p50: number, perSecond: number }} bound */
async function pace(name, variables, tokens, bound) {
  const server = await startProcess("tests/bench/server.ts", {
    variables: { ...SERVER, ...variables },
    execArgv: SERVER_ARGS,
  });
  try {
    for (let warmUp = 0; warmUp < 5; warmUp++) await loadPaid(server.base, tokens, 50);
    const [alone, together] = [[], []];
    for (let run = 0; run < PAIRS; run++) {
      alone.push(await loadPaid(server.base, tokens, 1));
      together.push(await loadPaid(server.base, tokens, 50));
    }
    const p50 = median(alone.map((run) => run.average));
    const perSecond = median(together.map((run) => run.perSecond));
    const failed = [...alone, ...together].reduce((sum, run) => sum + run.failed, 0);
    const isMet = p50 <= bound.p50 && perSecond >= bound.perSecond && failed === 0;
    print(
      `  ${name}: ${p50.toFixed(2)} ms a call on one connection (bound ${bound.p50}), ${rate(perSecond)}/s on 50 (bound ${rate(bound.perSecond)}, ratio ${(perSecond / bound.perSecond).toFixed(2)})${isMet ? "" : "  MISSED"}${failed ? `  ${failed} failed` : ""}`,
    );
    return isMet;
  } finally {
    server.stop();
  }
}

/** @typedef {Awaited<ReturnType<typeof startProcess>>} Server */

/** @param {string} url @param {string} folder @param {"npm start" | "route files"} way */
const startCompared = (url, folder, way) =>
  startProcess("tests/bench/server.ts", {
    variables: { ...SERVER, BENCH_WAY: way, DATABASE_URL: url, DATA_DIR: join(folder, way) },
    execArgv: SERVER_ARGS,
  });

/**
 * Makes the route handler send a paid call's answer, after two writes on the thread with the pool.
 * @param {Server} server @param {string[]} tokens
 */
async function setFloor(server, tokens) {
  const answer = await fetch(`${server.base}${PATH}`, { headers: { authorization: `Bearer ${tokens[0]}` } });
  const body = Buffer.from(await answer.arrayBuffer());
  const { billing } = JSON.parse(body.toString());
  if (billing?.credits_charged !== 1) throw new Error(`the call was not charged: ${body.toString().slice(0, 500)}`);
  await server.ask({
    body: body.toString("base64"),
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !NOT_COPIED.has(name))),
    accounts: tokens.length,
  });
}

/**
 * Statements sent to Postgres for each call, once listings and states are loaded. That happens once
 * per version of the data.
 * @param {Server} server @param {string[]} tokens
 */
async function roundTripsOf(server, tokens) {
  const askOneByOne = async (/** @type {number} */ from) => {
    for (let call = from; call < from + COUNTED; call++) {
      const paid = await fetch(`${server.base}${PATH}&budget=${call}`, {
        headers: { authorization: `Bearer ${tokens[call % tokens.length]}` },
      });
      await paid.arrayBuffer();
    }
  };
  await askOneByOne(1);
  const before = await server.ask("queries");
  await askOneByOne(1 + COUNTED);
  return ((await server.ask("queries")).queries - before.queries) / COUNTED;
}

/**
 * The bound is for the server as `npm start` runs it. By the route files every call goes through Next, as on Vercel.
 * @param {string} url @param {string[]} tokens @param {string} folder @param {Server} floor
 */
async function compare(url, tokens, folder, floor) {
  const server = await startCompared(url, folder, "npm start");
  try {
    const isMet = await compareWith("as npm start runs it", server, floor, tokens);
    await compareWith("through Next, by the route files", floor, floor, tokens);
    return isMet;
  } finally {
    server.stop();
  }
}

/** @param {string} name @param {Server} server @param {Server} floor @param {string[]} tokens */
async function compareWith(name, server, floor, tokens) {
  const perCall = await roundTripsOf(server, tokens);
  const paid = { url: server.base, requestOf: paidCall(tokens) };
  const { a, b, ratio } = await interleave(paid, { url: `${floor.base}/bench-floor` }, PAIRS, SECONDS);
  const isMet = ratio >= BOUND && a.failed + b.failed === 0 && perCall <= MAX_ROUND_TRIPS;
  print(
    `  ${name}: ${rate(a.perSecond)}/s against ${rate(b.perSecond)}/s of one UPDATE and one INSERT, ratio ${ratio.toFixed(3)} (bound ${BOUND}), p99 ${a.p99} against ${b.p99} ms, ${perCall.toFixed(2)} round trips per call (bound ${MAX_ROUND_TRIPS})${isMet ? "" : "  MISSED"}${a.failed + b.failed ? `  ${a.failed}+${b.failed} failed` : ""}`,
  );
  return isMet;
}
