import { ChainUnavailable } from "./chain-unavailable";

const MAX_BYTES = 10 * 1024 * 1024;

export interface RawAnswer {
  status: number;
  text: string;
}

/** `fetch` refuses addresses with a user in them. */
function splitCredentials(address: string): { url: string; headers: Record<string, string> } {
  const url = new URL(address);
  if (!url.username && !url.password) return { url: url.href, headers: {} };
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = "";
  url.password = "";
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(user).toString("base64")}` } };
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ChainUnavailable("malformed");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString("utf8");
}

/** One POST, read whole within the time; a redirect would carry the key elsewhere. */
export async function rpcExchange(address: string, body: string, timeoutMs: number): Promise<RawAnswer> {
  const { url, headers } = splitCredentials(address);
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: { ...headers, "content-type": "application/json", accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await readText(response) };
  } catch (error) {
    throw error instanceof ChainUnavailable ? error : new ChainUnavailable("unreachable");
  }
}
