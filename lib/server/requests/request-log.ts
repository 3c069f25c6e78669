import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { log } from "@/lib/config/log";
import { newRequestId } from "@/lib/http/call/respond";
import { pathOf } from "@/lib/http/target";
import { ABORTED, type Observed } from "./observed";

export interface RequestLog {
  begin(response: ServerResponse): void;
  end(request: IncomingMessage, response: ServerResponse, observed: Observed): void;
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

/** The ids by which an answer can be found again, as it sends them. */
interface Ids {
  request: string;
  receipt: string | undefined;
}

const LONGEST_PATH = 200;

function valueOf(headers: Headers, name: string): string | undefined {
  const pairs = Array.isArray(headers)
    ? headers.flatMap((key, at) => (at % 2 === 0 ? [[key, headers[at + 1]]] : []))
    : Object.entries(headers ?? {});
  const found = pairs.find(([key]) => String(key).toLowerCase() === name);
  return found?.[1] === undefined ? undefined : String(found[1]);
}

const withRequestId = (headers: Headers, id: string): Headers =>
  Array.isArray(headers) ? [...headers, "X-Request-Id", id] : { ...headers, "X-Request-Id": id };

/** `writeHead` takes a reason before the headers, or none. */
const headersIn = (args: readonly unknown[]): number => (typeof args[1] === "string" ? 2 : 1);

/**
 * Logs a line a request, and puts its `X-Request-Id` on the answer, so that callers can name it.
 * Neither the query, the headers nor the caller's address are logged: they may hold secrets, and
 * addresses are stored nowhere.
 */
export function createRequestLog(): RequestLog {
  const ids = new WeakMap<ServerResponse, Ids>();
  return {
    begin(response) {
      const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
      response.writeHead = (...args: unknown[]) => {
        const at = headersIn(args);
        const headers = args[at] as Headers;
        const sent = valueOf(headers, "x-request-id") ?? response.getHeader("x-request-id");
        const request = sent === undefined ? newRequestId() : String(sent);
        ids.set(response, { request, receipt: valueOf(headers, "x-receipt-id") });
        args[at] = sent === undefined ? withRequestId(headers, request) : headers;
        return writeHead(...args);
      };
    },
    end({ url = "/" }, response, { route, method, status, answeredBy, seconds }) {
      const { request, receipt } = ids.get(response) ?? {};
      log.info("request", {
        request_id: request,
        receipt,
        method,
        route,
        path: pathOf(url).slice(0, LONGEST_PATH),
        // Null where the client went away before the end of its answer. A number, so that `status >= 500` finds what it says.
        status: status === ABORTED ? null : Number(status),
        answered_by: answeredBy,
        ms: Math.round(seconds * 10_000) / 10,
      });
    },
  };
}
