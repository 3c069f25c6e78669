import { STATUS_CODES, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { posix } from "node:path";
import type { Duplex } from "node:stream";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { ApiError, type ErrorCode } from "@/lib/errors";
import type { SentResponse } from "@/lib/http/answer";
import { malformation, refusalPage } from "@/lib/http/call/malformed";
import { hasRouterState, routerStateFault } from "@/lib/server/requests/router-state";
import { errorAnswer, newRequestId } from "@/lib/http/call/respond";
import type { AddressReader } from "./client-address";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Paths that programs ask for, and readers never do. A missing address among them is refused in JSON. */
export const isForPrograms = (path: string): boolean => /^(\/(api|\.well-known|feed)(\/|$)|[^/]|$)/.test(path);

/** The path with its segments resolved. A path that leads to the API is refused in JSON. */
function plainPath(path: string): string {
  try {
    return path.startsWith("/") ? posix.normalize(decodeURIComponent(path).replaceAll("\\", "/")) : path;
  } catch {
    return path;
  }
}

/** Refuses what Next would refuse in its own words, fail at, or not refuse at all. */
function refusalOf({ method = "", url = "", headers }: IncomingMessage, path: string): ApiError | null {
  if (!METHODS.includes(method)) {
    return new ApiError("method_not_allowed", `${method} is not allowed here.`, {}, { Allow: METHODS.join(", ") });
  }
  if (!path.startsWith("/")) return new ApiError("malformed_request", "The URL of the request cannot be decoded.");
  const malformed = malformation(url, headers.cookie) ?? routerStateFault(headers);
  if (malformed) return malformed;
  if (path.startsWith(BUILD_FILES) && method !== "GET" && method !== "HEAD") {
    return new ApiError("method_not_allowed", `${method} is not allowed here.`, {}, { Allow: "GET, HEAD" });
  }
  if (path === IMAGE_OPTIMIZER || path === `${IMAGE_OPTIMIZER}/`) return new ApiError("not_found");
  return isForPrograms(plainPath(path)) && !isForPrograms(path) ? new ApiError("not_found") : null;
}

/** A target without escapes and dots never needs refusing, if the cookies have no escapes either. Most requests have one. */
const PLAIN_TARGET = /^\/[\w/-]*(?:\?[^%]*)?$/;

/** Next's optimizer of images. No page uses it, and it would ask any address of ours and fail at what it gets. */
const IMAGE_OPTIMIZER = "/_next/image";

/** Files of the build. A form that is sent to a missing one would reach Next's page of a 404. */
const BUILD_FILES = "/_next/";

const isPlain = ({ method, url = "", headers, headers: { cookie } }: IncomingMessage): boolean =>
  method === "GET" && PLAIN_TARGET.test(url) && !url.startsWith(IMAGE_OPTIMIZER) && !cookie?.includes("%") && !hasRouterState(headers);

/**
 * True for paths of programs, also for a path that leads out of the API. Embedded pictures and
 * documents are endpoints, too.
 */
const isMeantForPrograms = (path: string): boolean =>
  isForPrograms(path) || isForPrograms(plainPath(path)) || /^\/embed\/|\.(?:txt|json|xml)$/.test(path);

const refusedAnswer = (refusal: ApiError, path: string): SentResponse =>
  refusal.code === "method_not_allowed" || isMeantForPrograms(path)
    ? errorAnswer(refusal, newRequestId(), path.slice(0, 200))
    : refusalPage(refusal);

export function send(response: ServerResponse, { status, headers, body }: SentResponse): void {
  // Node writes a text together with the headers, bytes after them.
  response.writeHead(status, body === null ? headers : { ...headers, "Content-Length": String(Buffer.byteLength(body)) });
  response.end(body);
}

/** Answers a refused paid call. Its answer states the account's balance, which only the database knows. */
export type RefusePaid = (request: IncomingMessage, response: ServerResponse, refusal: ApiError) => void;

export function createListener(addressOf: AddressReader, next: RequestListener, refusePaid: RefusePaid): RequestListener {
  return (request, response) => {
    addressOf(request);
    if (isPlain(request)) return next(request, response);
    const path = (request.url ?? "").split(/[?#]/, 1)[0] ?? "";
    const refusal = refusalOf(request, path);
    if (!refusal) return next(request, response);
    if (isPremiumPath(path)) return refusePaid(request, response, refusal);
    send(response, refusedAnswer(refusal, path));
  };
}

const CLIENT_ERRORS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Closes a connection without an answerable request, after a refusal in JSON like everything else. HEAD gets no body. */
export function refuseConnection(socket: Duplex, status: number, error: ErrorCode, message: string, isHead = false): void {
  const title = STATUS_CODES[status] ?? "Bad Request";
  const body = JSON.stringify({ ok: false, error, message, title, status });
  const head = `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${isHead ? "" : body}`, () => socket.destroy());
}

/** Answers malformed HTTP. */
export function refuseClientError(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const isHead = error.rawPacket?.subarray(0, 5).toString("latin1") === "HEAD ";
  refuseConnection(socket, CLIENT_ERRORS[error.code ?? ""] ?? 400, "malformed_request", "The request cannot be read.", isHead);
}
