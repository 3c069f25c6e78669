import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@/db/connection";
import { connection } from "@/db/database";
import { startServer } from "@/lib/server/start-server";

/** The server as `npm start` runs it, with two ears for the bench: what the floor route returns, and the heap. */

const FLOOR = Symbol.for("bench-floor");
const shared = globalThis as { [FLOOR]?: { body: Uint8Array; headers: Record<string, string>; work?: () => Promise<unknown> } };

interface FloorMessage {
  body: string;
  headers: Record<string, string>;
  /** With it the floor makes one UPDATE and one INSERT per request, over so many accounts. */
  accounts?: number;
}

let queries = 0;

/** Statements that leave for Postgres: each is a round trip. */
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

/** The embedded database works on the main thread: what it is handed in one go holds everything else up. */
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

/** What this thread has had of the processor, where the system says so: on a busy machine a thread also waits for others. */
function threadCpuMs(): number {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6 : Number.POSITIVE_INFINITY;
}

/** Peak memory, and how long the event loop was ever held, and worked meanwhile: what a request would have waited. */
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

/** After several collections: what the first one frees may hold more. */
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

process.on("message", (message: FloorMessage | "heap" | "stop" | "usage" | "watch" | "queries") => {
  if (message === "heap") {
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
  } else {
    void setFloor(message);
  }
});

const server = startServer({ root: process.cwd(), isDev: false });
await server.ready;
watchStatements(await connection());
countQueries(await connection());
process.send?.("listening");
