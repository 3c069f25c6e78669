import type { ApiRequest } from "@/lib/http/answer";

/** A GET request, reduced to what can be sent between threads. */
export interface FrontRequest {
  url: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The same request as Next would pass it to a handler; null when a header is not valid. */
export function toApiRequest({ url, headers: nodeHeaders }: FrontRequest): ApiRequest | null {
  const headers = new Headers();
  try {
    for (const name in nodeHeaders) headers.set(name, String(nodeHeaders[name]));
  } catch {
    return null;
  }
  return { method: "GET", url: `http://localhost${url}`, headers, body: null };
}
