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
  /** In order of arrival. */
  received: Received[];
  /** The most that were being answered at one moment. */
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

/** Takes webhooks over real TLS and keeps what came; answers 204 unless told otherwise. */
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

/** TLS, and then whatever bytes the test likes. */
export async function startRawTls(certificate: Certificate, serve: (socket: TLSSocket) => void): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = createTls(certificate, (socket) => {
    socket.on("error", () => undefined);
    serve(socket);
  });
  track(server, "connection", sockets);
  return listen(server, sockets);
}

/** No TLS at all. */
export async function startRawTcp(serve: (socket: Socket) => void): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => serve(socket));
  track(server, "connection", sockets);
  return listen(server, sockets);
}

/** A port at which nobody listens, for as long as the system gives it to nobody else. */
export async function closedPort(): Promise<number> {
  const { port, close } = await startRawTcp(() => undefined);
  await close();
  return port;
}
