import { interleave, load, newBlock } from "./load.mjs";
import { isPinned, pin, startProcess } from "./processes.mjs";
import { sample } from "./sample.mjs";
import { fillDatabase, SERVER, SERVER_ARGS } from "./world.mjs";

/** Fewer and shorter pairs during development; the bounds apply to the defaults. */
const PAIRS = Number(process.env.BENCH_PAIRS ?? 15);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1);
const TARGETS = ["/api/status/summary", "/api/models", "/api/news?limit=200"];
const HANDLER_FLOOR = 0.92;
const FRONT_FLOOR = 0.75;
const TIMES_RAW_P99 = 2;

const print = (line) => process.stdout.write(`${line}\n`);
const rate = (perSecond) => Math.round(perSecond).toLocaleString("en-US");
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

async function untilEncoded(base, target, encoding) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { headers } = await sample(base, target, { "accept-encoding": encoding });
    if (headers["content-encoding"] === encoding) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function report(name, floorName, result, bound) {
  const isMet = result.ratio >= bound && result.a.failed + result.b.failed === 0;
  print(
    `  ${name}: ${rate(result.a.perSecond)}/s against ${rate(result.b.perSecond)}/s ${floorName}, ratio ${result.ratio.toFixed(3)} (bound ${bound}), p99 ${result.a.p99} against ${result.b.p99} ms${isMet ? "" : "  MISSED"}${result.a.failed + result.b.failed ? `  ${result.a.failed}+${result.b.failed} failed` : ""}`,
  );
  return isMet;
}

async function benchHandler(server, target, encoding) {
  const headers = encoding ? { "accept-encoding": encoding } : {};
  const answer = await sample(server.base, target, headers);
  const { "content-length": _, ...floorHeaders } = answer.headers;
  await server.ask({ body: answer.body.toString("base64"), headers: floorHeaders });
  const result = await interleave({ url: server.base + target, headers }, { url: `${server.base}/bench-floor`, headers }, PAIRS, SECONDS);
  return report(`handler ${target} ${encoding ?? "plain"} (${kilobytes(answer.body.byteLength)})`, "bare handler", result, HANDLER_FLOOR);
}

async function benchFront(server, raw, target, encoding) {
  const headers = encoding ? { "accept-encoding": encoding } : {};
  if (encoding) await untilEncoded(server.base, target, encoding);
  const answer = await sample(server.base, target, headers);
  await raw.ask({ status: answer.status, body: answer.body.toString("base64"), headers: Object.entries(answer.headers).flat() });
  const result = await interleave({ url: server.base + target, headers }, { url: raw.base, headers }, PAIRS, SECONDS);
  const isFast = report(
    `front ${target} ${encoding ?? "plain"} (${kilobytes(answer.body.byteLength)})`,
    "raw node:http",
    result,
    FRONT_FLOOR,
  );
  const isSmooth = result.a.p99 < TIMES_RAW_P99 * Math.max(1, result.b.p99);
  if (!isSmooth) print(`    p99 not under ${TIMES_RAW_P99} times the raw server's  MISSED`);
  return isFast && isSmooth;
}

async function benchNotModified(server, target) {
  const { headers } = await sample(server.base, target, {});
  const url = server.base + target;
  const result = await interleave({ url, headers: { "if-none-match": headers.etag } }, { url }, PAIRS, 1);
  return report(`304 ${target}`, "its own 200s", result, 1);
}

/** Starts a server of its own, so that its heap has seen no other load. Reuses 10,000 addresses, each at most fifty times. */
async function benchHeap(dataDir) {
  const server = await startServer(dataDir);
  const run = { url: `${server.base}/api/status/summary`, amount: 50_000, block: newBlock() };
  let failed = (await load(run)).failed;
  const early = (await server.ask("heap")).heapUsed;
  for (let round = 0; round < 9; round++) failed += (await load(run)).failed;
  const late = (await server.ask("heap")).heapUsed;
  server.stop();
  const growth = late / early - 1;
  const isMet = Math.abs(growth) <= 0.1 && failed === 0;
  print(
    `  heap after 50,000 requests ${(early / 2 ** 20).toFixed(1)} MB, after 500,000 ${(late / 2 ** 20).toFixed(1)} MB (${(growth * 100).toFixed(1)} %)${failed ? `, ${failed} failed` : ""}${isMet ? "" : "  MISSED"}`,
  );
  return isMet;
}

const startServer = (dataDir, variables = {}) =>
  startProcess("tests/bench/server.ts", { variables: { ...SERVER, ...variables, DATA_DIR: dataDir }, execArgv: SERVER_ARGS });

async function benchHandlers(dataDir) {
  const handler = await startServer(dataDir, { BENCH_WAY: "route files" });
  let isMet = true;
  for (const target of TARGETS) {
    for (const encoding of [undefined, "gzip"]) isMet = (await benchHandler(handler, target, encoding)) && isMet;
  }
  handler.stop();
  return isMet;
}

async function benchFronts(dataDir) {
  const front = await startServer(dataDir);
  const raw = await startProcess("tests/bench/raw-server.mjs");
  let isMet = true;
  for (const target of TARGETS) {
    for (const encoding of [undefined, "gzip"]) isMet = (await benchFront(front, raw, target, encoding)) && isMet;
  }
  for (const target of TARGETS) isMet = (await benchNotModified(front, target)) && isMet;
  front.stop();
  raw.stop();
  return (await benchHeap(dataDir)) && isMet;
}

export async function benchHttp(folder, wants) {
  const dataDir = fillDatabase(folder);
  pin(process.pid, 1);
  print(
    `HTTP (${isPinned ? "server on core 0, generator on core 1" : "not pinned"}; 50 connections from 10,000 addresses; medians of ${PAIRS} interleaved pairs)`,
  );
  let isMet = true;
  if (wants("handler")) isMet = (await benchHandlers(dataDir)) && isMet;
  if (wants("front")) isMet = (await benchFronts(dataDir)) && isMet;
  return isMet;
}
