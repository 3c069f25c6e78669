import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Db } from "@/db/client";
import { PAGES } from "@/lib/domain/navigation";
import { ADDRESS_HEADER, limitKey } from "@/lib/http/client-address";
import { freeLimiter, limitHeaders, type Allowance, type Limiter } from "@/lib/http/limiter";
import { countAnswer, requestCounts } from "@/lib/http/metrics";
import { findPreparedByTarget, matchesEtag, preparedStore, type PreparedAnswer } from "@/lib/http/prepared";
import { crawlerRecorder } from "@/lib/http/steps/crawler";
import { readVersions, refreshVersionsSoon } from "@/lib/http/versions";
import { createPageCache } from "./page-cache";
import { preferredEncoding, type Encoding } from "./preferred-encoding";

export interface FrontOptions {
  /** Everything that is not a prepared answer. */
  next: RequestListener;
  database(): Promise<Db>;
}

/** Older than this, the versions are read before an answer is trusted; younger, they are read beside it. */
const TRUST_VERSIONS_MS = 2000;

/** Up to here a body goes out in one write with its headers, as text of one byte a character. */
const ONE_WRITE_BYTES = 16 * 1024;

type Variant = { body: Buffer | string; headers: readonly string[] };

function flat(headers: Readonly<Record<string, string>>): string[] {
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
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return (known[encoding] = { body: bytes.byteLength <= ONE_WRITE_BYTES ? bytes.toString("latin1") : bytes, headers });
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

function sendPrepared(request: IncomingMessage, response: ServerResponse, answer: PreparedAnswer, limits: readonly string[]): void {
  requestCounts().prepared++;
  if (matchesEtag(request.headers["if-none-match"], answer.etag)) {
    response.writeHead(304, [...notModifiedHeaders(answer), ...limits]);
    response.end();
    countAnswer(304);
    return;
  }
  const { body, headers } = variantOf(answer, preferredEncoding(request.headers["accept-encoding"]));
  response.writeHead(200, [...headers, ...limits]);
  if (request.method === "HEAD") response.end();
  else response.end(body, "latin1");
  countAnswer(200);
}

const isPreparable = (request: IncomingMessage): boolean => (request.method === "GET" || request.method === "HEAD") && preparedStore().targets.has(request.url ?? "/");

function countCrawler(request: IncomingMessage): void {
  const userAgent = request.headers["user-agent"];
  if (userAgent) crawlerRecorder()?.record(userAgent, (request.url ?? "/").split("?", 1)[0] ?? "/", new Date());
}

/**
 * Answers prepared free calls before Next sees them: same bytes, headers and limits as the route handler,
 * which stays the implementation. A refused call goes to the handler's own wording.
 */
export function createFront({ next: handler, database }: FrontOptions): RequestListener {
  const next = createPageCache(handler, new Set(PAGES));
  let limiter: Limiter | undefined;
  freeLimiter().then((chosen) => (limiter = chosen), () => undefined);

  function answer(request: IncomingMessage, response: ServerResponse, prepared: PreparedAnswer, allowance: Allowance | null): void {
    if (allowance && !allowance.isAllowed) return next(request, response);
    countCrawler(request);
    sendPrepared(request, response, prepared, allowance ? flat(limitHeaders(allowance)) : []);
  }

  function answerPrepared(request: IncomingMessage, response: ServerResponse): void {
    const prepared = limiter ? findPreparedByTarget(request.url ?? "/", Date.now()) : null;
    if (!prepared || !limiter) return next(request, response);
    limiter.take(limitKey(String(request.headers[ADDRESS_HEADER] ?? "unknown"))).then(
      (allowance) => answer(request, response, prepared, allowance),
      () => answer(request, response, prepared, null),
    );
  }

  return (request, response) => {
    if (!isPreparable(request)) return next(request, response);
    if (Date.now() - preparedStore().versionsReadAt <= TRUST_VERSIONS_MS) {
      refreshVersionsSoon(database);
      return answerPrepared(request, response);
    }
    database()
      .then(readVersions)
      .then(
        () => answerPrepared(request, response),
        () => next(request, response),
      );
  };
}
