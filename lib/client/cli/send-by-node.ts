import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { BODYLESS, type Send } from "../send";

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const bytes = await buffer(message);
  if (message.headers["content-encoding"] !== "gzip") return bytes;
  const { gunzipSync } = await import("node:zlib");
  return gunzipSync(bytes);
}

async function toResponse(message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 502 } = message;
  const [bytes, headers] = [await bytesOf(message), headersOf(message)];
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(BODYLESS.has(status) ? null : new Uint8Array(bytes), { status, headers });
}

/**
 * Sends by node's own client, which is ready 75 ms sooner than `fetch`. It follows no redirection: the
 * service has none, and a token would go with it.
 */
export const sendByNode: Send = async (request) => {
  const { protocol } = new URL(request.url);
  const { request: ask } = protocol === "https:" ? await import("node:https") : await import("node:http");
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  const headers = { ...Object.fromEntries(request.headers), "accept-encoding": "gzip", ...(body ? { "content-length": body.length } : {}) };
  return new Promise((resolve, reject) => {
    const outgoing = ask(request.url, { method: request.method, headers, signal: request.signal }, (message) => {
      toResponse(message).then(resolve, reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
};
