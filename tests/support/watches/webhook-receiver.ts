import { createServer as createHttps } from "node:https";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTls, type TLSSocket } from "node:tls";
import type { Certificate } from "../stores/test-authority";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  port: number;
  urlFor(host: string): string;
  close(): Promise<void>;
}

export interface WebhookInbox extends Receiver {
  received: Received[];
  mostAtOnce(): number;
}

export type Answer = (response: ServerResponse, request: Received & { url: string }) => void | Promise<void>;

async function listen(server: Server, sockets: Set<Socket>, address = "127.0.0.1"): Promise<Receiver> {
  await new Promise<void>((done) => server.listen(0, address, done));
  const { port: bound } = server.address() as AddressInfo;
  return {
    port: bound,
    urlFor: (host) => `https://${host}:${bound}/hook`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function track(server: Server, event: "connection" | "secureConnection", sockets: Set<Socket>): void {
  server.on(event, (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Receives webhooks over TLS and records them; answers 204 by default. */
export async function startInbox(
  certificate: Certificate,
  answer: Answer = (response) => void response.writeHead(204).end(),
  address?: string,
): Promise<WebhookInbox> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let open = 0;
  let most = 0;
  const server = createHttps(certificate, (request, response) => {
    most = Math.max(most, ++open);
    response.on("close", () => (open -= 1));
    void textOf(request).then(
      async (body) => {
        const one = { headers: request.headers, body, url: request.url ?? "" };
        received.push(one);
        await answer(response, one);
      },
      () => undefined,
    );
  });
  track(server, "connection", sockets);
  return { ...(await listen(server, sockets, address)), received, mostAtOnce: () => most };
}

/** A TLS server that sends raw bytes. */
export async function startRawTls(certificate: Certificate, serve: (socket: TLSSocket) => void): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = createTls(certificate, (socket) => {
    socket.on("error", () => undefined);
    serve(socket);
  });
  track(server, "connection", sockets);
  return listen(server, sockets);
}

/** A TCP server without TLS. */
export async function startRawTcp(serve: (socket: Socket) => void): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => serve(socket));
  track(server, "connection", sockets);
  return listen(server, sockets);
}

/** A free port on which nothing listens, unless the system reassigns it. */
export async function closedPort(): Promise<number> {
  const { port, close } = await startRawTcp(() => undefined);
  await close();
  return port;
}
