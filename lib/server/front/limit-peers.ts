import type { Server } from "node:http";
import type { Socket } from "node:net";
import { refuseConnection } from "../listener";

/** A single caller needs few connections. A proxy, which brings those of many, is trusted and exempt. */
const MOST_OF_A_PEER = 200;
const MOST_OF_ALL = 10_000;

/** Refuses further connections of a peer that has many open. It then cannot take the places of all others. */
export function limitPeers(server: Server, isTrusted: (address: string) => boolean, most = MOST_OF_A_PEER): void {
  const open = new Map<string, number>();
  server.maxConnections = MOST_OF_ALL;
  server.on("connection", (socket: Socket) => {
    const peer = socket.remoteAddress;
    if (peer === undefined || isTrusted(peer)) return;
    const count = (open.get(peer) ?? 0) + 1;
    if (count > most) return refuseConnection(socket, 503, "unavailable", `One address may have ${most} connections open.`);
    open.set(peer, count);
    socket.once("close", () => {
      const left = (open.get(peer) ?? 1) - 1;
      if (left === 0) open.delete(peer);
      else open.set(peer, left);
    });
  });
}
