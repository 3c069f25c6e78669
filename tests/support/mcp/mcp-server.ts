import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { ADDRESS_HEADER } from "@/lib/http/limits/address-keys";
import { answerApi } from "@/lib/server/api/answer-api";

export interface McpServer {
  url: string;
  paidUrl: string;
  stop(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Uint8Array | null> =>
  request.method === "GET" || request.method === "HEAD" ? null : new Uint8Array(await buffer(request));

/** What answers under /api on the main thread, behind a real socket. Each request comes from a new address, unless it names one. */
export async function serveMcp(): Promise<McpServer> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    const { method = "GET", url = "/", headers } = request;
    const address = headers["x-test-address"] ?? `198.18.${Math.floor(calls / 250) % 250}.${calls % 250}`;
    const sent = { method, url, headers: { ...headers, [ADDRESS_HEADER]: address }, body: await bodyOf(request) };
    const answer = await answerApi(sent);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${base}/api/mcp`,
    paidUrl: `${base}/api/mcp/paid`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
