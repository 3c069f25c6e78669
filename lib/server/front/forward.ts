import { Agent, request as httpRequest, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { ApiError } from "@/lib/errors";
import { withZeroBilling } from "@/lib/http/with-zero-billing";
import { ADDRESS_HEADER } from "@/lib/http/address-keys";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { describeError, log } from "@/lib/config/log";
import { send } from "../listener";
import { pathOf } from "@/lib/http/target";

/** Hop-by-hop headers (RFC 9110 7.6.1), except body framing, which node writes itself. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"]);
/** `expect` was already answered by our own server; the address header is replaced. */
const NOT_FORWARDED = new Set(["expect", ADDRESS_HEADER]);
const MAX_SOCKETS = 2000;
const MAX_HEADER_BYTES = 64 * 1024;
const RETRY_SECONDS = 5;

/** The received headers without hop-by-hop ones and those that the address reader removed, plus our own address header. */
function innerHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const list: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (HOP_BY_HOP.has(name) || NOT_FORWARDED.has(name) || !(name in headers)) continue;
    list.push(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  }
  list.push(ADDRESS_HEADER, String(headers[ADDRESS_HEADER] ?? "unknown"));
  return list;
}

function outerHeaders({ rawHeaders }: IncomingMessage): string[] {
  const list: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (!HOP_BY_HOP.has(name) && name !== "transfer-encoding") list.push(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  }
  return list;
}

/** Destroys the response when the inner answer breaks off, so that nobody takes half of it for the whole. */
function relay(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, outerHeaders(answer));
  answer.on("error", () => response.destroy());
  answer.pipe(response);
}

function refuse(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
  if (response.headersSent) return void response.destroy();
  const target = request.url ?? "";
  send(response, errorAnswer(withZeroBilling(error, target), newRequestId(), pathOf(target).slice(0, 200)));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function refuseUnavailable(request: IncomingMessage, response: ServerResponse, error: Error): void {
  if (response.destroyed) return;
  log.error("the server behind the front did not answer", { url: request.url?.slice(0, 200), error: describeError(error) });
  const retryAfter = String(RETRY_SECONDS);
  const message = "The service cannot answer right now.";
  refuse(request, response, new ApiError("unavailable", message, { retry_after: RETRY_SECONDS }, { "Retry-After": retryAfter }));
}

export function createForward(innerAddress: string): RequestListener {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  function open(request: IncomingMessage, response: ServerResponse): void {
    const inner = httpRequest({
      socketPath: innerAddress,
      agent,
      method: request.method,
      path: request.url,
      headers: innerHeaders(request),
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    inner.on("response", (answer) => relay(answer, response));
    inner.on("error", (error) => refuseUnavailable(request, response, error));
    response.on("close", () => {
      if (!response.writableFinished) inner.destroy();
    });
    request.on("error", () => inner.destroy());
    if (hasBody(request)) request.pipe(inner);
    else inner.end();
  }

  return (request, response) => {
    try {
      open(request, response);
    } catch {
      refuse(request, response, new ApiError("malformed_request", "The request has characters that cannot be sent on."));
    }
  };
}
