import { createHash } from "node:crypto";
import { random64Bits } from "@/lib/config/random-bits";
import { cacheControl, PRIVATE } from "@/lib/domain/freshness/cache-control";
import { ERRORS, type ApiError } from "@/lib/errors";
import { isUnchanged, plainBytes, type PreparedResponse } from "@/lib/loaders/freshness/prepared-answers";
import { isPersonal } from "@/lib/money/call/credential";
import type { ApiResponse, ApiRequest, SentResponse } from "../answer";

/** Any origin may call, paid calls included: credentials are headers, never cookies. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Date, ETag, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, X-Receipt-Id, X-Payment-Token, X-Payment-Token-Balance, X-Payment-Token-Note, X-Payment-State, X-Payment-Address, X-Payment-Currency, X-Payment-Network, X-Payment-Credits-Required, X-Payment-Min-USD, PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, WWW-Authenticate, Idempotency-Replayed, X-Sample-Data, X-Ignored-Parameters",
};

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  ...CORS_HEADERS,
  "X-Content-Type-Options": "nosniff",
  "Access-Control-Allow-Methods": "GET, POST, DELETE, OPTIONS",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, If-None-Match, Last-Event-ID, Idempotency-Key, X-Payment-Tx, X-Payment-Quote, X-Payment-Signature, X-PAYMENT, PAYMENT-SIGNATURE, X-Agent-Nonce, Access-Control-Expose-Headers",
  "Access-Control-Max-Age": "86400",
};

const encoder = new TextEncoder();

export const newRequestId = (): string => `req_${random64Bits()}`;

/** A weak ETag, because front and handler send the same data in different encodings. */
export const etagOf = (bytes: Uint8Array): string => `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

/** How long an answer may be cached. A private one also says what is left of its caller's limit. */
function cachingHeaders({ caching }: PreparedResponse, { headers }: ApiRequest, limits: Readonly<Record<string, string>>) {
  if (!caching) return limits;
  if (isPersonal((name) => headers.get(name))) return { "Cache-Control": PRIVATE, ...limits };
  return { "Cache-Control": cacheControl(caching, Date.now()) };
}

/** The response to a prepared answer: all of it, its headers to HEAD, or 304 to a reader who has it. */
export function sendable(prepared: PreparedResponse, request: ApiRequest, limits: Readonly<Record<string, string>>): ApiResponse {
  const keeping = cachingHeaders(prepared, request, limits);
  const isReading = request.method === "GET" || request.method === "HEAD";
  const condition = { ifNoneMatch: request.headers.get("if-none-match"), ifModifiedSince: request.headers.get("if-modified-since") };
  if (isReading && isUnchanged(condition, prepared)) {
    const { "Content-Type": _, ...headers } = prepared.headers;
    return { status: 304, headers: { ...headers, ...keeping }, body: null };
  }
  const headers = { ...prepared.headers, ...keeping };
  if (request.method === "HEAD") {
    return { status: 200, headers: { ...headers, "Content-Length": String(plainBytes(prepared).byteLength) }, body: null };
  }
  return { status: 200, headers, body: prepared.identity ?? (() => plainBytes(prepared)), gzip: prepared.gzip };
}

/** RFC 9457 members and ours in one object. */
export function errorBody(error: ApiError, requestId: string, instance: string): Record<string, unknown> {
  const kind = ERRORS[error.code];
  return {
    ok: false,
    error: error.code,
    message: error.message,
    ...error.details,
    hint: kind.hint,
    type: `/llms-full.txt#${error.code}`,
    title: kind.title,
    status: kind.status,
    detail: error.message,
    instance,
    request_id: requestId,
  };
}

/** Payment clients parse a 402 only as plain JSON. */
export const problemType = (status: number): string => (status === 402 ? "application/json" : "application/problem+json");

export function errorAnswer(error: ApiError, requestId: string, instance: string, headers: Record<string, string> = {}): SentResponse {
  return {
    status: error.status,
    headers: {
      "Content-Type": problemType(error.status),
      "Cache-Control": PRIVATE,
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
      ...CORS_HEADERS,
      ...headers,
      ...error.headers,
    },
    body: JSON.stringify(errorBody(error, requestId, instance)),
  };
}
