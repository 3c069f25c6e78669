import { Agent, request as ask, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { ApiError } from "@/lib/errors";
import { withZeroBilling } from "@/lib/http/with-zero-billing";
import { ADDRESS_HEADER } from "@/lib/http/address-keys";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { describeError, log } from "@/lib/config/log";
import { send } from "../listener";
import { pathOf } from "@/lib/http/target";

/** Of one connection only (RFC 9110 7.6.1); the body's framing is written anew by node. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"]);
/** Our own server has already asked the client for the body. */
const ANSWERED_HERE = new Set(["expect", ADDRESS_HEADER]);
const MAX_SOCKETS = 2000;
const MAX_HEADER_BYTES = 64 * 1024;
const RETRY_SECONDS = 5;

/** As they came, without what ends at this hop and what the address reader took off; the address is always ours. */
function innerHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const list: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (HOP_BY_HOP.has(name) || ANSWERED_HERE.has(name) || !(name in headers)) continue;
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

/** A half answer is cut, so that nobody takes it for whole. */
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

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Hands a request on to the server behind the front, which listens on a socket of its own, and its answer back; bodies stream both ways. */
export function createForward(innerAddress: string): RequestListener {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  function open(request: IncomingMessage, response: ServerResponse): void {
    const inner = ask({
      socketPath: innerAddress,
      agent,
      method: request.method,
      path: request.url,
      headers: innerHeaders(request),
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    inner.on("response", (answer) => relay(answer, response));
    inner.on("error", (error) => {
      if (response.destroyed) return;
      log.error("the server behind the front did not answer", { url: request.url?.slice(0, 200), error: describeError(error) });
      refuse(
        request,
        response,
        new ApiError(
          "unavailable",
          "The service cannot answer right now.",
          { retry_after: RETRY_SECONDS },
          { "Retry-After": String(RETRY_SECONDS) },
        ),
      );
    });
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
