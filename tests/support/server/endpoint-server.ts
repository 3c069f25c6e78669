import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { ADDRESS_HEADER } from "@/lib/http/limits/address-keys";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { toResponse } from "@/lib/http/answer";
import { answerPath } from "@/lib/http/call/answer-path";
import { createEndpointTable } from "@/lib/http/endpoint-table";
import { pathOf } from "@/lib/http/target";

export interface EndpointServer {
  url: string;
  stop(): Promise<void>;
}

/** The real engine behind a real socket, for clients that only speak HTTP. Each call comes from a new address. */
export async function serveEndpoints(endpoints: readonly AnyEndpoint[]): Promise<EndpointServer> {
  let calls = 0;
  const find = createEndpointTable(endpoints);
  const server = createServer(async (request, response) => {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]));
    calls += 1;
    headers.set(ADDRESS_HEADER, `198.${18 + (Math.floor(calls / 62_500) % 2)}.${Math.floor(calls / 250) % 250}.${calls % 250}`);
    const found = find(pathOf(request.url ?? "/"));
    if (!found) return void response.writeHead(404).end();
    const body = request.method === "POST" ? { body: await buffer(request) } : {};
    const call = new Request(`http://internal.local${request.url}`, { method: request.method as string, headers, ...body });
    const answer = toResponse(await answerPath(found.served, call, found.params));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const serveEndpoint = (endpoint: AnyEndpoint): Promise<EndpointServer> => serveEndpoints([endpoint]);
