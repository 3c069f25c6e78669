import type { IncomingMessage, ServerResponse } from "node:http";
import { matchesEtag, type PreparedAnswer } from "@/lib/loaders/freshness/prepared-answers";
import { preferredEncoding, type Encoding } from "../preferred-encoding";

type Variant = { body: Buffer; headers: readonly string[] };

export function flat(headers: Readonly<Record<string, string>>): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] as string);
  return list;
}

const variants = new WeakMap<PreparedAnswer, Partial<Record<Encoding, Variant>>>();

function variantOf(answer: PreparedAnswer, encoding: Encoding): Variant {
  let known = variants.get(answer);
  if (!known) variants.set(answer, (known = {}));
  const existing = known[encoding];
  if (existing) return existing;
  const body = (encoding === "identity" ? null : answer[encoding]) ?? answer.identity;
  const headers = flat(answer.headers);
  if (body !== answer.identity) headers.push("Content-Encoding", encoding);
  headers.push("Content-Length", String(body.byteLength));
  return (known[encoding] = { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), headers });
}

const notModified = new WeakMap<PreparedAnswer, readonly string[]>();

function notModifiedHeaders(answer: PreparedAnswer): readonly string[] {
  const known = notModified.get(answer);
  if (known) return known;
  const { "Content-Type": _, ...headers } = answer.headers;
  const list = flat(headers);
  notModified.set(answer, list);
  return list;
}

/** Sends a prepared answer as the route handler would, with the encoding that the caller likes best; says its status. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PreparedAnswer,
  limits: readonly string[],
): 200 | 304 {
  if (matchesEtag(request.headers["if-none-match"], answer.etag)) {
    response.writeHead(304, [...notModifiedHeaders(answer), ...limits]);
    response.end();
    return 304;
  }
  const { body, headers } = variantOf(answer, preferredEncoding(request.headers["accept-encoding"]));
  response.writeHead(200, [...headers, ...limits]);
  if (request.method === "HEAD") response.end();
  else response.end(body);
  return 200;
}
