import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { neonConfig } from "@neondatabase/serverless";
import { WebSocketServer, type WebSocket } from "ws";

/** Relays bytes both ways. The target is fixed, never the client's choice. */
function join(socket: WebSocket, target: Socket): void {
  socket.on("message", (bytes: Buffer) => target.write(bytes));
  target.on("data", (bytes) => socket.send(bytes, { binary: true }));
  socket.on("close", () => target.end());
  target.on("close", () => socket.close());
  socket.on("error", () => target.destroy());
  target.on("error", () => socket.terminate());
}

async function start(postgresPort: number): Promise<void> {
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on("connection", (socket) => join(socket, connect({ host: "127.0.0.1", port: postgresPort, noDelay: true })));
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  http.unref();
  const { port } = http.address() as AddressInfo;
  Object.assign(neonConfig, {
    wsProxy: () => `127.0.0.1:${port}/v1`,
    useSecureWebSocket: false,
    pipelineTLS: false,
    pipelineConnect: false,
    coalesceWrites: false,
  });
}

let started: Promise<void> | undefined;

/** The WebSocket proxy that the serverless driver needs in front of Postgres; one per test process. */
export function startWsProxy(postgresPort: number): Promise<void> {
  started ??= start(postgresPort);
  return started;
}
