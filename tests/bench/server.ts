import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@/db/connection";
import { connection } from "@/lib/database";
import { startServer } from "@/lib/server/start-server";

/** The server as `npm start` runs it, with two ears for the bench: what the floor route returns, and the heap. */

const FLOOR = Symbol.for("bench-floor");
const shared = globalThis as { [FLOOR]?: { body: Uint8Array; headers: Record<string, string> } };

interface FloorMessage {
  body: string;
  headers: Record<string, string>;
}

const SAMPLE_MS = 10;
let peakRss = 0;
let longestBlockMs = 0;

let longestStatementMs = 0;

function usage() {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage().rss, peakRss, longestBlockMs, longestStatementMs };
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

/** Peak memory, and how long the event loop was ever held: what a request would have waited. */
function watch(): void {
  peakRss = 0;
  longestBlockMs = 0;
  longestStatementMs = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    longestBlockMs = Math.max(longestBlockMs, now - last - SAMPLE_MS);
    peakRss = Math.max(peakRss, process.memoryUsage().rss);
    last = now;
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

process.on("message", (message: FloorMessage | "heap" | "stop" | "usage" | "watch") => {
  if (message === "heap") {
    void heapUsed().then((bytes) => process.send?.({ heapUsed: bytes }));
  } else if (message === "usage") {
    process.send?.(usage());
  } else if (message === "watch") {
    watch();
    process.send?.(usage());
  } else if (message === "stop") {
    void server.stop().then(() => process.exit(0));
  } else {
    shared[FLOOR] = { body: Buffer.from(message.body, "base64"), headers: message.headers };
    process.send?.("ready");
  }
});

const server = startServer({ root: process.cwd(), isDev: false });
await server.ready;
watchStatements(await connection());
process.send?.("listening");
