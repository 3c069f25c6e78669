import type { Readable } from "node:stream";
import { Agent, request } from "undici";
import { guardedLookup, type AddressRule } from "./address-guard";

export interface WireRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
}

export interface WireResponse {
  status: number;
  /** By lower-case name. */
  headers: Map<string, string>;
  /** Before content decoding. */
  body: Readable;
  /** `delay_ms` of a replayed answer; null for a real one. */
  declaredMs: number | null;
}

/** Answers a single request. Redirects, limits and decoding are the caller's, so that a replay exercises them too. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

const agents = new WeakMap<AddressRule, Agent>();

function agentFor(isAllowed: AddressRule): Agent {
  const agent =
    agents.get(isAllowed) ??
    new Agent({ connect: { lookup: guardedLookup(isAllowed), timeout: 10_000 }, keepAliveTimeout: 4_000, connections: 4 });
  agents.set(isAllowed, agent);
  return agent;
}

export function lowerCaseHeaders(headers: Record<string, string | string[] | undefined>): Map<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value);
  }
  return map;
}

export function networkTransport(isAllowed: AddressRule): Transport {
  const dispatcher = agentFor(isAllowed);
  return async ({ url, method, headers, body, signal }) => {
    const answer = await request(url, { dispatcher, method: method as "GET", headers, body, signal, headersTimeout: 0, bodyTimeout: 0 });
    return { status: answer.statusCode, headers: lowerCaseHeaders(answer.headers), body: answer.body, declaredMs: null };
  };
}

/** Closes the connection without reading the rest. */
export function discard(body: Readable): void {
  body.on("error", () => undefined);
  body.destroy();
}
