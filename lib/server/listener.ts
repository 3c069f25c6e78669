import { STATUS_CODES, type RequestListener, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError } from "@/lib/errors";
import { errorResponse, newRequestId } from "@/lib/http/steps/respond";
import type { AddressReader } from "./client-address";

/** Under /api nothing is ever answered with a page: what Next would refuse in HTML is refused here in JSON. */
function malformedPath(target: string): string | null {
  const path = target.split(/[?#]/, 1)[0] ?? "";
  if (!path.includes("%") && path.startsWith("/")) return null;
  try {
    decodeURIComponent(path);
    return path.startsWith("/") ? null : path;
  } catch {
    return path;
  }
}

async function send(response: ServerResponse, refusal: Response): Promise<void> {
  const body = Buffer.from(await refusal.arrayBuffer());
  response.writeHead(refusal.status, { ...Object.fromEntries(refusal.headers), "Content-Length": String(body.byteLength) });
  response.end(body);
}

/** What every request passes first: the client address, and a URL that can be read. */
export function createListener(addressOf: AddressReader, next: RequestListener): RequestListener {
  return (request, response) => {
    addressOf(request);
    const malformed = malformedPath(request.url ?? "");
    if (malformed === null || !/^(\/api(\/|$)|[^/])/.test(malformed)) return next(request, response);
    const instance = malformed.slice(0, 200);
    void send(response, errorResponse(new ApiError("malformed_request", "The URL of the request cannot be decoded."), newRequestId(), instance));
  };
}

const CLIENT_ERRORS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Bytes that are no HTTP get an answer too, in JSON. */
export function refuseClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = CLIENT_ERRORS[error.code ?? ""] ?? 400;
  const title = STATUS_CODES[status] ?? "Bad Request";
  const body = JSON.stringify({ ok: false, error: "malformed_request", message: "The request cannot be read.", title, status });
  socket.end(`HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
}
