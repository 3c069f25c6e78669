import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ADDRESS_HEADER } from "@/lib/http/address-keys";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { serve } from "@/lib/http/serve";

export interface EndpointServer {
  url: string;
  stop(): Promise<void>;
}

interface RouteMatch {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
}

const byFewestNames = (one: AnyEndpoint, other: AnyEndpoint): number => one.path.split("[").length - other.path.split("[").length;

/** Matches like Next: a name in brackets takes one path segment, unless another endpoint has that segment in its path. */
function find(endpoints: readonly AnyEndpoint[], method: string, path: string): RouteMatch | null {
  for (const endpoint of endpoints.filter((one) => one.method === method).toSorted(byFewestNames)) {
    const pattern = endpoint.path.replace(/[.*+?^${}()|\\]/g, "\\$&").replace(/\[(\w+)\]/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match) {
      return {
        endpoint,
        params: Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])),
      };
    }
  }
  return null;
}

/** The real engine behind a real socket, for clients that only speak HTTP. Each call comes from a new address. */
export async function serveEndpoints(endpoints: readonly AnyEndpoint[]): Promise<EndpointServer> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]));
    calls += 1;
    headers.set(ADDRESS_HEADER, `198.${18 + (Math.floor(calls / 62_500) % 2)}.${Math.floor(calls / 250) % 250}.${calls % 250}`);
    const found = find(endpoints, request.method ?? "GET", request.url?.split("?", 1)[0] ?? "");
    if (!found) return void response.writeHead(404).end();
    const handle = serve(found.endpoint)[request.method as "GET"];
    const answer = await handle(new Request(`http://internal.local${request.url}`, { method: request.method as string, headers }), {
      params: Promise.resolve(found.params),
    });
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
