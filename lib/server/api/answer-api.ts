import { answerCron } from "@/app/api/cron/[job]/answer-cron";
import { describeError, log } from "@/lib/config/log";
import { ALIASES } from "@/lib/docs/aliases";
import { catalog } from "@/lib/docs/catalog";
import { findEndpoints } from "@/lib/docs/find-endpoints";
import { ApiError } from "@/lib/errors";
import type { ApiResponse, ApiRequest, SentResponse } from "@/lib/http/answer";
import { answerPath, answerUnknownPath } from "@/lib/http/call/answer-path";
import type { LimitName } from "@/lib/http/limits/limits";
import { errorAnswer, newRequestId } from "@/lib/http/call/respond";
import { pathOf, targetOf } from "@/lib/http/target";
import { withUnreadBilling } from "@/lib/http/call/with-unread-billing";
import { authorizationOf, toApiRequest, type ReceivedRequest } from "./api-request";
import type { Served } from "../front/limit-of-request";
import { answerPacked } from "./pack-answer";

const CRON = /^\/api\/cron\/([^/]+)\/?$/;

const limitOf = (path: string): LimitName => {
  const access = findEndpoints(path)?.served.byMethod.get("GET")?.access;
  return access?.kind === "free" ? access.limit : "free";
};

/** The declared paths that the front has to know. */
export function servedPaths(): Served {
  const outside = [...catalog().map(({ path }) => path), ...Object.keys(ALIASES)].filter((path) => !path.startsWith("/api/"));
  return {
    documents: new Map(outside.map((path) => [path, limitOf(path)])),
    probes: new Set(catalog().flatMap(({ path }) => (limitOf(path) === "probes" ? [path] : []))),
    longestBody: Math.max(...catalog().map(({ maxBodyBytes = 0 }) => maxBodyBytes)),
  };
}

/** Addresses that were put together with a slash too many lead to the right one, as Next does it. */
function redirectTo(target: string): ApiResponse {
  return { status: 308, headers: { Location: target }, body: target };
}

async function answerRequest(request: ApiRequest, path: string): Promise<ApiResponse> {
  if (path.includes("//")) return redirectTo(targetOf(request.url).replace(path, path.replace(/\/{2,}/g, "/")));
  const found = findEndpoints(path);
  if (found) return answerPath(found.served, request, found.params);
  const [, job] = CRON.exec(path) ?? [];
  return job === undefined ? answerUnknownPath(request) : answerCron(decodeURIComponent(job), request);
}

const UNSENDABLE = "A header of the request has characters that are not allowed.";

const refusalOf = (error: ApiError, path: string, sent: ReceivedRequest): SentResponse =>
  errorAnswer(withUnreadBilling(error, path, authorizationOf(sent)), newRequestId(), path);

/** Answers every path of the API and every document, from the declarations and without Next. */
export async function answerApi(sent: ReceivedRequest): Promise<SentResponse> {
  const [url = "/"] = sent.url.split("#", 1);
  const path = pathOf(url);
  const request = toApiRequest({ ...sent, url });
  if (!request) return refusalOf(new ApiError("malformed_request", UNSENDABLE), path, sent);
  try {
    return await answerPacked((packing) => answerRequest(packing, path), request);
  } catch (error) {
    log.error("a handler failed", { path, error: describeError(error) });
    return refusalOf(new ApiError("internal_error"), path, sent);
  }
}
