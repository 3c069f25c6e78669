import type { IncomingMessage, ServerResponse } from "node:http";
import { cacheControl, PRIVATE } from "@/lib/domain/freshness/cache-control";
import { isUnchanged, plainBytes, type PreparedResponse } from "@/lib/loaders/freshness/prepared-answers";
import { isPersonal } from "@/lib/money/call/credential";
import { preferredEncoding, type Encoding } from "../preferred-encoding";

/**
 * Longest body to send as text. Node writes headers and a text in one go, headers and bytes in two,
 * which costs more than turning so few bytes into a text.
 */
const MOST_BYTES_AS_TEXT = 16 * 1024;

/** The body as bytes, or as a text of one character a byte. */
type Variant = { body: Buffer | string; headers: readonly string[] };

export function rawHeaderList(headers: Readonly<Record<string, string>>): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] as string);
  return list;
}

const variants = new WeakMap<PreparedResponse, Partial<Record<Encoding, Variant>>>();

function variantOf(answer: PreparedResponse, encoding: Encoding): Variant {
  let byEncoding = variants.get(answer);
  if (!byEncoding) variants.set(answer, (byEncoding = {}));
  const existing = byEncoding[encoding];
  if (existing) return existing;
  const packed = encoding === "identity" ? null : answer[encoding];
  const body = packed ?? plainBytes(answer);
  const headers = rawHeaderList(answer.headers);
  if (packed) headers.push("Content-Encoding", encoding);
  headers.push("Content-Length", String(body.byteLength));
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return (byEncoding[encoding] = { body: bytes.byteLength > MOST_BYTES_AS_TEXT ? bytes : bytes.toString("latin1"), headers });
}

const notModified = new WeakMap<PreparedResponse, readonly string[]>();

function notModifiedHeaders(answer: PreparedResponse): readonly string[] {
  const cached = notModified.get(answer);
  if (cached) return cached;
  const { "Content-Type": _, ...headers } = answer.headers;
  const list = rawHeaderList(headers);
  notModified.set(answer, list);
  return list;
}

/** Writes the headers of caching that the route handler would write. */
function cachingLines({ caching }: PreparedResponse, { headers }: IncomingMessage, limits: readonly string[]): readonly string[] {
  if (!caching) return limits;
  if (isPersonal((name) => headers[name])) return ["Cache-Control", PRIVATE, ...limits];
  return ["Cache-Control", cacheControl(caching, Date.now())];
}

/** Sends a prepared answer as the route handler would, in the client's preferred encoding. Returns the status. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PreparedResponse,
  limits: readonly string[],
): 200 | 304 {
  const keeping = cachingLines(answer, request, limits);
  const { "if-none-match": ifNoneMatch, "if-modified-since": ifModifiedSince } = request.headers;
  if (isUnchanged({ ifNoneMatch, ifModifiedSince }, answer)) {
    response.writeHead(304, [...notModifiedHeaders(answer), ...keeping]);
    response.end();
    return 304;
  }
  const { body, headers } = variantOf(answer, preferredEncoding(request.headers["accept-encoding"]));
  response.writeHead(200, [...headers, ...keeping]);
  if (request.method === "HEAD") response.end();
  else response.end(body, "latin1");
  return 200;
}
