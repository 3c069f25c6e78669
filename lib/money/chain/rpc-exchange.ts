import { boundedFetch, type RawResponse } from "./bounded-fetch";

const MAX_BYTES = 10 * 1024 * 1024;

/** `fetch` refuses URLs with credentials, so they move to an Authorization header. */
function splitCredentials(address: string): { url: string; headers: Record<string, string> } {
  const url = new URL(address);
  if (!url.username && !url.password) return { url: url.href, headers: {} };
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = "";
  url.password = "";
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(user).toString("base64")}` } };
}

export function rpcExchange(address: string, body: string, timeoutMs: number): Promise<RawResponse> {
  const { url, headers } = splitCredentials(address);
  return boundedFetch(
    url,
    { method: "POST", body, headers: { ...headers, "content-type": "application/json", accept: "application/json" } },
    { timeoutMs, maxBytes: MAX_BYTES },
  );
}
