import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { closedBreaker, type BreakerState } from "@/lib/domain/freshness/host-breaker";
import type { SourceMemory, Validators } from "@/lib/sources/http/source";

export interface SourceServer {
  url: string;
  requests: IncomingMessage[];
  answer(listener: (request: IncomingMessage, response: ServerResponse, count: number) => void): void;
  close(): Promise<void>;
}

export async function startSourceServer(): Promise<SourceServer> {
  const requests: IncomingMessage[] = [];
  let listener: (request: IncomingMessage, response: ServerResponse, count: number) => void = (_, response) => response.end();
  const onRequest: RequestListener = (request, response) => {
    requests.push(request);
    listener(request, response, requests.length);
  };
  const server = createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(next) {
      requests.length = 0;
      listener = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface MemoryInProcess extends SourceMemory {
  keep(source: string, url: string, validators: Validators): void;
  breakers: Map<string, BreakerState>;
}

export function memoryInProcess(): MemoryInProcess {
  const kept = new Map<string, Validators>();
  const breakers = new Map<string, BreakerState>();
  return {
    breakers,
    keep: (source, url, validators) => void kept.set(`${source} ${url}`, validators),
    validators: async (source, url) => kept.get(`${source} ${url}`) ?? null,
    breaker: async (host) => breakers.get(host) ?? closedBreaker,
    changeBreaker: async (host, change) => void breakers.set(host, change(breakers.get(host) ?? closedBreaker)),
  };
}
