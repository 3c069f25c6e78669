import type { ApiRequest } from "@/lib/http/answer";

/** A request that node has received, with the whole of its body. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Null without one; the whole of it otherwise. */
  body: Uint8Array | null;
}

export const authorizationOf = ({ headers: { authorization } }: ReceivedRequest): string | null =>
  authorization === undefined ? null : String(authorization);

async function* onePart(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

/** The request as Next would pass it to a handler; null when a header is not valid. */
export function toApiRequest({ method, url, headers: nodeHeaders, body }: ReceivedRequest): ApiRequest | null {
  const headers = new Headers();
  try {
    for (const name in nodeHeaders) headers.set(name, String(nodeHeaders[name]));
  } catch {
    return null;
  }
  return { method, url: `http://localhost${url}`, headers, body: body && onePart(body) };
}
