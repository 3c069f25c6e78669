import type { ApiRequest } from "@/lib/http/answer";
import type { Allowance } from "@/lib/http/limits/limits";

/** A request reduced to what can be sent between threads. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Null without one; the whole of it otherwise. */
  body: Uint8Array | null;
  /** Null where the main thread counts: it alone knows whether a credential is valid. */
  allowance: Allowance | null;
}

export const authorizationOf = ({ headers: { authorization } }: SentRequest): string | null =>
  authorization === undefined ? null : String(authorization);

async function* onePart(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

/** The same request as Next would pass it to a handler; null when a header is not valid. */
export function toApiRequest({ method, url, headers: nodeHeaders, body, allowance }: SentRequest): ApiRequest | null {
  const headers = new Headers();
  try {
    for (const name in nodeHeaders) headers.set(name, String(nodeHeaders[name]));
  } catch {
    return null;
  }
  return { method, url: `http://localhost${url}`, headers, body: body && onePart(body), allowance };
}
