import { Agent, request as httpRequest, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { ApiError } from "@/lib/errors";
import { baseUrl } from "@/lib/config/base-url";
import { OFFER_HEADER } from "@/lib/http/demo-offer";
import { ADDRESS_HEADER, LOCAL_HEADER } from "@/lib/http/limits/address-keys";
import { describeError, log } from "@/lib/config/log";
import { LONGEST_FORM_BYTES } from "@/lib/config/page-policy.mjs";
import { malformedBody } from "@/lib/http/call/malformed";
import { noteAnswerer } from "../requests/observed";
import { readBody } from "./read-body";
import { sendRefused } from "./send-refused";

/** Hop-by-hop headers (RFC 9110 7.6.1), except body framing, which node writes itself. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"]);
/** Next sends an action of another page to this server anew, by this protocol. No caller chooses it. */
const PROTOCOL_HEADER = "x-forwarded-proto";
/** Our own server has answered `expect`. Pages get another address header and need not know who is local. */
const NOT_FORWARDED = new Set(["expect", PROTOCOL_HEADER, ADDRESS_HEADER, LOCAL_HEADER, OFFER_HEADER]);
const MAX_SOCKETS = 2000;
const MAX_HEADER_BYTES = 64 * 1024;
const RETRY_SECONDS = 5;
/**
 * Pages take forms only. A body is read before its place behind the front is taken, so that a slow
 * body holds up nobody.
 */
const LONGEST_BODY = LONGEST_FORM_BYTES;

/** The received headers, without hop-by-hop ones and forged ones of ours, plus our own. */
function innerHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const list: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (HOP_BY_HOP.has(name) || NOT_FORWARDED.has(name) || !(name in headers)) continue;
    list.push(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  }
  const own = new URL(baseUrl());
  list.push(PROTOCOL_HEADER, headers.host === own.host ? own.protocol.slice(0, -1) : "http");
  list.push(ADDRESS_HEADER, String(headers[ADDRESS_HEADER] ?? "unknown"));
  if (headers[OFFER_HEADER] !== undefined) list.push(OFFER_HEADER, String(headers[OFFER_HEADER]));
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

/** Destroys the response when the inner answer breaks off. Nobody then takes half of it for the whole. */
function relay(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, outerHeaders(answer));
  answer.on("error", () => response.destroy());
  answer.pipe(response);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function refuseUnavailable(request: IncomingMessage, response: ServerResponse, error: Error): void {
  if (response.destroyed) return;
  log.error("the server behind the front did not answer", { url: request.url?.slice(0, 200), error: describeError(error) });
  const retryAfter = String(RETRY_SECONDS);
  const message = "The service cannot answer right now.";
  sendRefused(request, response, new ApiError("unavailable", message, { retry_after: RETRY_SECONDS }, { "Retry-After": retryAfter }));
}

type Open = (request: IncomingMessage, response: ServerResponse, body: Buffer | null) => void;

/** Sends requests on to the address behind. Throws for one whose characters node does not send. */
function createOpen(innerAddress: string): Open {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  return (request, response, body) => {
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
    inner.end(body);
  };
}

/** What browsers send from forms, and Next's actions: text. Other bodies are passed on as they are. */
const FORM = /^(?:text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

export function createForward(innerAddress: string): RequestListener {
  const open = createOpen(innerAddress);

  const openOrRefuse: Open = (request, response, body) => {
    try {
      open(request, response, body);
    } catch {
      sendRefused(request, response, new ApiError("malformed_request", "The request has characters that cannot be sent on."));
    }
  };

  async function readAndOpen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, LONGEST_BODY);
    const malformed = body && FORM.test(request.headers["content-type"] ?? "") ? malformedBody(body.toString("latin1")) : null;
    if (malformed) return sendRefused(request, response, malformed);
    if (body !== null) return openOrRefuse(request, response, body);
    response.shouldKeepAlive = false;
    sendRefused(request, response, new ApiError("payload_too_large"));
  }

  return (request, response) => {
    noteAnswerer(response, "pages");
    if (!hasBody(request)) return openOrRefuse(request, response, null);
    // A client that leaves while it sends its body is no fault of anybody's.
    readAndOpen(request, response).catch(() => response.destroy());
  };
}
