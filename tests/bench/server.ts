import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@/db/connection";
import { connection } from "@/db/database";
import { startServer } from "@/lib/server/start-server";
import { examples, timeCold, type ColdCall } from "./cold";

/**
 * The server as `npm start` runs it, or by the route files, with a message channel for the bench. It
 * tells the floor answer, heap, usage and query count.
 */

const FLOOR = Symbol.for("bench-floor");
const shared = globalThis as { [FLOOR]?: { body: Uint8Array; headers: Record<string, string>; work?: () => Promise<unknown> } };

interface FloorMessage {
  body: string;
  headers: Record<string, string>;
  /** Makes the floor run one UPDATE and one INSERT per request, over this many accounts. */
  accounts?: number;
}

let queries = 0;

/** Counts statements sent to Postgres; each is a round trip. */
function countQueries({ driver, client }: Connection): void {
  if (driver !== "pg") return;
  const run = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    queries += 1;
    return run(...args);
  }) as typeof client.query;
}

function twoWrites({ driver, client }: Connection, accounts: number): () => Promise<unknown> {
  if (driver !== "pg") throw new Error("this floor is of Postgres");
  let call = 0;
  return async () => {
    const account = (call++ % accounts) + 1;
    await client.query("update bench_accounts set balance = balance - 1 where id = $1", [account]);
    await client.query("insert into bench_calls (account_id, endpoint, at) values ($1, $2, now())", [account, "/bench-floor"]);
  };
}

const SAMPLE_MS = 10;
let peakRss = 0;
let longestBlockMs = 0;
let longestWorkMs = 0;
let longestStatementMs = 0;

function usage() {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage().rss, peakRss, longestBlockMs, longestWorkMs, longestStatementMs };
}

/** The embedded database runs on the main thread, so each statement blocks everything else. */
function watchStatements({ driver, client }: Connection): void {
  if (driver !== "pglite") return;
  const run = client.execProtocolRawSync.bind(client);
  client.execProtocolRawSync = (message) => {
    const began = performance.now();
    try {
      return run(message);
    } finally {
      longestStatementMs = Math.max(longestStatementMs, performance.now() - began);
    }
  };
}

/** CPU time of the main thread on Linux. On a busy machine wall time includes waiting for other processes. */
function threadCpuMs(): number {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6 : Number.POSITIVE_INFINITY;
}

/** Records peak memory, how long the event loop was blocked at most, and how long it worked. */
function watch(): void {
  peakRss = 0;
  longestBlockMs = 0;
  longestWorkMs = 0;
  longestStatementMs = 0;
  let last = performance.now();
  let lastCpu = threadCpuMs();
  setInterval(() => {
    const now = performance.now();
    const cpu = threadCpuMs();
    const heldMs = now - last - SAMPLE_MS;
    longestBlockMs = Math.max(longestBlockMs, heldMs);
    longestWorkMs = Math.max(longestWorkMs, Number.isFinite(cpu) ? Math.min(heldMs, cpu - lastCpu) : heldMs);
    peakRss = Math.max(peakRss, process.memoryUsage().rss);
    last = now;
    lastCpu = cpu;
  }, SAMPLE_MS).unref();
}

/** Heap after several collections, because the first one may free objects that hold others. */
async function heapUsed(): Promise<number> {
  let bytes = 0;
  for (let pass = 0; pass < 5; pass++) {
    globalThis.gc?.();
    await delay(100);
    bytes = await server.heapUsed();
  }
  return bytes;
}

async function setFloor({ body, headers, accounts }: FloorMessage): Promise<void> {
  const work = accounts === undefined ? undefined : twoWrites(await connection(), accounts);
  shared[FLOOR] = { body: Buffer.from(body, "base64"), headers, ...(work ? { work } : {}) };
  process.send?.("ready");
}

process.on("message", (message: FloorMessage | ColdCall | "examples" | "heap" | "stop" | "usage" | "watch" | "queries") => {
  if (message === "examples") {
    process.send?.(examples());
  } else if (message === "heap") {
    void heapUsed().then((bytes) => process.send?.({ heapUsed: bytes }));
  } else if (message === "usage") {
    process.send?.(usage());
  } else if (message === "watch") {
    watch();
    process.send?.(usage());
  } else if (message === "stop") {
    void server.stop().then(() => process.exit(0));
  } else if (message === "queries") {
    process.send?.({ queries });
  } else if ("cold" in message) {
    void timeCold(message).then((result) => process.send?.(result));
  } else {
    void setFloor(message);
  }
});

const server = startServer({ root: process.cwd(), isDev: false, usesRouteFiles: process.env.BENCH_WAY === "route files" });
await server.ready;
watchStatements(await connection());
countQueries(await connection());
process.send?.("listening");
