import type { AnyEndpoint } from "@/lib/http/endpoint";
import { ADDRESS_HEADER } from "@/lib/http/limits/address-keys";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { servedPath } from "@/lib/http/endpoint-table";
import { serve } from "@/lib/http/call/serve";
import { leakIn } from "../leaks";

let lastAddress = 0;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // Bodies of any endpoint; tests assert their content.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Calls an endpoint as Next would: no socket, real engine, real database. Each call comes from a new address. */
export async function request(
  endpoint: AnyEndpoint,
  target = endpoint.path,
  init: RequestInit & { params?: Record<string, string> } = {},
): Promise<Answer> {
  preparedStore().versionsReadAt = 0;
  const method = (init.method ?? "GET") as "GET";
  const headers = new Headers(init.headers);
  if (!headers.has(ADDRESS_HEADER)) headers.set(ADDRESS_HEADER, `203.0.${Math.floor(++lastAddress / 250) % 250}.${lastAddress % 250}`);
  const found = { served: servedPath([endpoint]), params: init.params ?? {} };
  const response = await serve(() => found)[method](new Request(`http://test.local${target}`, { ...init, headers }));
  const text = await response.text();
  const leak = response.status >= 400 ? leakIn(`${JSON.stringify([...response.headers])}${text}`) : null;
  if (leak) throw new Error(`${method} ${target}: ${response.status} holds a secret: ${leak.slice(0, 20)}…`);
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : null };
}

/** Clears prepared answers, for tests that change data without bumping its version. */
export function forgetPrepared(): void {
  const store = preparedStore();
  store.answers.clear();
  store.targets.clear();
  store.versions = new Map();
  store.versionsReadAt = 0;
}
