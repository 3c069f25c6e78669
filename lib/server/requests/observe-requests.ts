import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { metrics } from "@/lib/config/metrics";
import { ABORTED, answererOf, type Observed } from "./observed";
import type { RequestLog } from "./request-log";
import type { RouteOf } from "./route-of";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function observe(routeOf: RouteOf, request: IncomingMessage, response: ServerResponse, began: number): Observed {
  const { method = "", url = "/" } = request;
  return {
    route: routeOf(url),
    method: METHODS.has(method) ? method : "other",
    status: response.writableFinished ? String(response.statusCode) : ABORTED,
    answeredBy: answererOf(response),
    seconds: (performance.now() - began) / 1000,
  };
}

/** Counts every answer as its client saw it, and logs it where that is asked for. */
export function observeRequests(routeOf: RouteOf, log: RequestLog | null, next: RequestListener): RequestListener {
  const { requests, latency } = metrics();
  return (request, response) => {
    const began = performance.now();
    log?.begin(response);
    response.once("close", () => {
      const observed = observe(routeOf, request, response, began);
      const { route, method, status, answeredBy, seconds } = observed;
      requests.inc({ route, method, status, answered_by: answeredBy });
      latency.observe({ route }, seconds);
      log?.end(request, response, observed);
    });
    next(request, response);
  };
}
