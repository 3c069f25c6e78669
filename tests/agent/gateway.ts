import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Gateway {
  url: string;
  /**
   * Sends calls there from now on. Paths are changed on the way, and each call has an address of its own
   * where one is given.
   */
  forwardTo(port: number, pathOf?: (path: string) => string, addressOf?: () => string): void;
  stop(): Promise<void>;
}

/** A public address that exists before the server behind it, as a proxy's does. */
export async function startGateway(): Promise<Gateway> {
  let port = 0;
  let change = (path: string): string => path;
  let address: (() => string) | null = null;
  const server: Server = createServer((incoming, outgoing) => {
    const { method } = incoming;
    const headers = address === null ? incoming.headers : { ...incoming.headers, "x-forwarded-for": address() };
    const call = request({ host: "127.0.0.1", port, method, path: change(incoming.url ?? "/"), headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(call);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(newPort, pathOf = (path) => path, addressOf) {
      port = newPort;
      change = pathOf;
      address = addressOf ?? null;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
