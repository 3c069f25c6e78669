import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, ListenOptions } from "node:net";
import { closeServer, createDrain } from "./drain";
import { limitPeers } from "./front/limit-peers";
import { refuseClientError } from "./listener";

const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 20_000;
const REQUEST_MS = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** A Unix socket refuses connections beyond its backlog while a page is rendered. */
const INNER_BACKLOG = 4096;

export interface HttpServer {
  port: number;
  /** Announces the end to clients, gives running answers a few seconds, then closes every connection. */
  close(): Promise<void>;
}

function listening(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

export async function serveHttp(port: number, isTrusted: (peer: string) => boolean, listener: RequestListener): Promise<HttpServer> {
  const drain = createDrain(listener);
  const { ServerResponse } = drain;
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      ServerResponse,
    },
    drain.listener,
  );
  server.on("clientError", refuseClientError);
  limitPeers(server, isTrusted);
  await listening(server, { port });
  return { port: (server.address() as AddressInfo).port, close: () => drain.close(server) };
}

/** The server behind the front. The front enforces the time limits and has parsed the headers once already. */
export async function serveInner(path: string, listener: RequestListener): Promise<{ close(): Promise<void> }> {
  const server = createServer(
    { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0, maxHeaderSize: 2 * MAX_HEADER_BYTES, requireHostHeader: false },
    listener,
  );
  await listening(server, { path, backlog: INNER_BACKLOG });
  return { close: () => closeServer(server) };
}
