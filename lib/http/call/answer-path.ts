import { database } from "@/db/database";
import { env } from "@/lib/config/env";
import { metrics } from "@/lib/config/metrics";
import { traced } from "@/lib/config/tracing";
import { ApiError } from "@/lib/errors";
import { answerCall } from "./answer-call";
import type { ApiResponse, ApiRequest } from "../answer";
import { startedRecorder } from "../crawlers/recorder";
import { startCrawlerRecorder } from "../crawlers/start-recorder";
import type { ServedPath } from "../endpoint-table";
import { countAnswer } from "./request-counts";
import { refuse } from "./refuse";
import { PREFLIGHT_HEADERS } from "./respond";
import { pathOf, targetOf } from "../target";

/** Counts a known crawler's hit in memory; never slows or fails the request. */
function recordCrawler(request: ApiRequest): void {
  const userAgent = request.headers.get("user-agent");
  if (!userAgent) return;
  // Our own server starts the recorder; on Vercel the first hit has to.
  const recorder = startedRecorder() ?? (env().isVercel ? startCrawlerRecorder(database) : undefined);
  recorder?.record(userAgent, pathOf(targetOf(request.url)), new Date());
}

/** Our own server counts what it sends, pages too; on Vercel there is none. */
function countOnVercel({ method }: ApiRequest, route: string, status: number, began: number): void {
  if (!env().isVercel) return;
  metrics().requests.inc({ route, method, status: String(status), answered_by: "main" });
  metrics().latency.observe({ route }, (performance.now() - began) / 1000);
}

async function counted(request: ApiRequest, answering: Promise<ApiResponse>, route = "other"): Promise<ApiResponse> {
  const began = performance.now();
  recordCrawler(request);
  const answer = await answering;
  countAnswer(answer.status);
  countOnVercel(request, route, answer.status, began);
  return answer;
}

const preflight = (headers: Readonly<Record<string, string>>): Promise<ApiResponse> =>
  Promise.resolve({ status: 204, headers, body: null });

/** A method that no endpoint of the path declares. */
export function refuseMethod(request: ApiRequest, { allow, declared }: Pick<ServedPath, "allow" | "declared">): Promise<ApiResponse> {
  if (request.method === "OPTIONS") return preflight({ ...PREFLIGHT_HEADERS, Allow: allow });
  const message = `${request.method} is not allowed here; allowed are ${allow}.`;
  return counted(request, refuse(request, new ApiError("method_not_allowed", message, { allowed: declared }, { Allow: allow })));
}

/** Answers a request to a path that endpoints are declared for. */
export function answerPath(served: ServedPath, request: ApiRequest, params: Readonly<Record<string, string>>): Promise<ApiResponse> {
  const endpoint = served.byMethod.get(request.method === "HEAD" ? "GET" : request.method);
  if (!endpoint) return refuseMethod(request, served);
  const call = { method: endpoint.method, route: endpoint.path, headers: request.headers };
  return counted(
    request,
    traced(call, () => answerCall(endpoint, request, params)),
    endpoint.path,
  );
}

const LONGEST_SHOWN_PATH = 200;
const POPULAR = ["/api/meta", "/api/news", "/api/status", "/api/models", "/api/benchmarks"];

/** Answers a program that asks for a path that nothing is declared for: JSON, never a page. */
export function answerUnknownPath(request: ApiRequest): Promise<ApiResponse> {
  if (request.method === "OPTIONS") return preflight(PREFLIGHT_HEADERS);
  const resource = [...pathOf(targetOf(request.url))].slice(0, LONGEST_SHOWN_PATH).join("");
  const details = { resource, catalog: "/api/meta", docs: "/llms.txt", popular_endpoints: POPULAR };
  return counted(request, refuse(request, new ApiError("not_found", `Nothing is served at ${resource}.`, details)));
}
