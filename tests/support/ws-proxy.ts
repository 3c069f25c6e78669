import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { neonConfig } from "@neondatabase/serverless";
import { WebSocketServer, type WebSocket } from "ws";

/** Bytes both ways; the target is ours, never the client's choice. */
function join(socket: WebSocket, target: Socket): void {
  socket.on("message", (bytes: Buffer) => target.write(bytes));
  target.on("data", (bytes) => socket.send(bytes, { binary: true }));
  socket.on("close", () => target.end());
  target.on("close", () => socket.close());
  socket.on("error", () => target.destroy());
  target.on("error", () => socket.terminate());
}

/** What stands between the serverless driver and a Postgres in production; gives back the way to end it. */
export async function startWsProxy(postgresPort: number): Promise<() => Promise<void>> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  await new Promise((listening) => server.once("listening", listening));
  server.on("connection", (socket) => join(socket, connect({ host: "127.0.0.1", port: postgresPort, noDelay: true })));
  const { port } = server.address() as AddressInfo;
  Object.assign(neonConfig, { wsProxy: () => `127.0.0.1:${port}/v1`, useSecureWebSocket: false, pipelineTLS: false, pipelineConnect: false, coalesceWrites: false });
  return () =>
    new Promise((closed) => {
      for (const client of server.clients) client.terminate();
      server.close(() => closed());
    });
}
