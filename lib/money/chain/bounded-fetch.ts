import { ChainUnavailable } from "./chain-unavailable";

export interface RawResponse {
  status: number;
  text: string;
}

export interface Bounds {
  timeoutMs: number;
  maxBytes: number;
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new ChainUnavailable("malformed");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString("utf8");
}

/** Refuses redirects, which would carry an API key to another host. Every failure is a ChainUnavailable without a cause. */
export async function boundedFetch(
  url: string,
  request: { method?: "GET" | "POST"; headers: Record<string, string>; body?: string },
  { timeoutMs, maxBytes }: Bounds,
): Promise<RawResponse> {
  try {
    const response = await fetch(url, { ...request, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: await readText(response, maxBytes) };
  } catch (error) {
    throw error instanceof ChainUnavailable ? error : new ChainUnavailable("unreachable");
  }
}
