import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ADDRESS_HEADER } from "@/lib/http/client-address";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { serve } from "@/lib/http/serve";

export interface EndpointServer {
  url: string;
  stop(): Promise<void>;
}

/** The real engine behind a real socket, for clients that only speak HTTP. Each call comes from an address of its own. */
export async function serveEndpoint(endpoint: AnyEndpoint): Promise<EndpointServer> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]));
    headers.set(ADDRESS_HEADER, `198.51.${Math.floor(++calls / 250)}.${calls % 250}`);
    const handle = serve(endpoint)[request.method as "GET"];
    const answer = await handle(new Request(`http://internal.local${request.url}`, { method: request.method as string, headers }), { params: Promise.resolve({}) });
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
