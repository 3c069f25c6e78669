import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface Relay {
  port: number;
  /** Like a stopped Postgres: connections stay open and nothing passes. */
  hang(): void;
  resume(): void;
  close(): Promise<void>;
}

/** Passes connections on to a port of this machine, until it hangs. */
export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      if (isHanging) one.pause();
      one.on("data", (chunk) => void other.write(chunk));
      one.on("error", () => other.destroy());
      one.on("close", () => [sockets.delete(one), other.destroy()]);
    }
    if (isHanging) for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
