import { startServer } from "@/lib/server/start-server";

/** The server as `npm start` runs it, with two ears for the bench: what the floor route returns, and the heap. */

const FLOOR = Symbol.for("bench-floor");
const shared = globalThis as { [FLOOR]?: { body: Uint8Array; headers: Record<string, string> } };

interface FloorMessage {
  body: string;
  headers: Record<string, string>;
}

process.on("message", (message: FloorMessage | "heap" | "stop") => {
  if (message === "heap") {
    globalThis.gc?.();
    process.send?.({ heapUsed: process.memoryUsage().heapUsed });
  } else if (message === "stop") {
    void server.stop().then(() => process.exit(0));
  } else {
    shared[FLOOR] = { body: Buffer.from(message.body, "base64"), headers: message.headers };
    process.send?.("ready");
  }
});

const server = await startServer({ root: process.cwd(), isDev: false });
process.send?.({ port: server.port });
