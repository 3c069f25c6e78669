// @ts-check
import { interleave } from "./load.mjs";
import { cpuSecondsOf, isPinned, pin, startProcess } from "./processes.mjs";
import { sample } from "./sample.mjs";
import { fillDatabase, SERVER, SERVER_ARGS } from "./world.mjs";

const PAIRS = Number(process.env.BENCH_PAIRS ?? 9);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1);
const SPENT = "192.0.2.77";

/** Path, the status that it is answered with, and the least share of the raw server's rate. @type {readonly { name: string, path: string, status: number, bound: number, from?: string }[]} */
const REFUSALS = [
  { name: "a prepared answer, each call from another address", path: "/api/status/summary", status: 200, bound: 0.8 },
  { name: "refused by the limit", path: "/api/status/summary", status: 429, bound: 0.4, from: SPENT },
  { name: "refused by the limit, nothing prepared", path: "/api/news?limit=77", status: 429, bound: 0.4, from: SPENT },
  { name: "not found", path: "/api/nothing", status: 404, bound: 0.12 },
  { name: "a bad parameter", path: "/api/news?limit=x", status: 400, bound: 0.12 },
  { name: "not paid", path: "/api/premium/routing?task=code", status: 402, bound: 0.12 },
];

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const rate = (/** @type {number} */ perSecond) => Math.round(perSecond).toLocaleString("en-US");

/** @param {string} base */
async function spend(base) {
  for (let call = 0; call < 130; call++) await sample(base, "/api/status/summary", {}, SPENT);
}

/** How many refusals a second, against a bare server that sends the same bytes. @param {string} folder */
export async function benchRefused(folder) {
  const dataDir = fillDatabase(folder);
  pin(process.pid, 1);
  const server = await startProcess("tests/bench/server.ts", { variables: { ...SERVER, DATA_DIR: dataDir }, execArgv: SERVER_ARGS });
  const raw = await startProcess("tests/bench/raw-server.mjs");
  let isMet = true;
  print(
    `Refusals (${isPinned ? "server on core 0, generator on core 1" : "not pinned"}; 50 connections; medians of ${PAIRS} interleaved pairs)`,
  );
  try {
    for (const { name, path, status, bound, from } of REFUSALS) {
      if (from) await spend(server.base);
      const answer = await sample(server.base, path, {}, from);
      if (answer.status !== status) throw new Error(`${path} was answered with ${answer.status}`);
      await raw.ask({ status, body: answer.body.toString("base64"), headers: Object.entries(answer.headers).flat() });
      const used = () => [cpuSecondsOf(server.pid), cpuSecondsOf(raw.pid)];
      let before = used();
      const result = await interleave({ url: server.base + path, from }, { url: raw.base }, PAIRS, SECONDS, () => (before = used()));
      const [own, floor] = used().map((seconds, which) => seconds - before[which]);
      const cpuRatio = floor / result.b.answered / (own / result.a.answered);
      const isOneMet = result.ratio >= bound;
      isMet &&= isOneMet;
      print(
        `  ${name} (${status}): ${rate(result.a.perSecond)}/s against ${rate(result.b.perSecond)}/s, ratio ${result.ratio.toFixed(3)}, by CPU a call ${cpuRatio.toFixed(3)} (bound ${bound})${isOneMet ? "" : "  MISSED"}`,
      );
    }
    return isMet;
  } finally {
    server.stop();
    raw.stop();
  }
}
