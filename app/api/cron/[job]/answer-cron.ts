import { database } from "@/db/database";
import { env } from "@/lib/config/env";
import { describeError, log } from "@/lib/config/log";
import { ApiError } from "@/lib/errors";
import type { ApiResponse, ApiRequest } from "@/lib/http/answer";
import { refuseMethod } from "@/lib/http/call/answer-path";
import { countRequest } from "@/lib/http/limits/count-request";
import { errorAnswer, newRequestId } from "@/lib/http/call/respond";
import { pathOf, targetOf } from "@/lib/http/target";
import { answerUnconfigured } from "@/lib/http/call/unconfigured";
import { runByCron } from "./run-by-cron";

const ALLOWED = { declared: ["GET"], allow: "GET, HEAD, OPTIONS" };

async function runJob(job: string, { headers }: ApiRequest): Promise<Record<string, unknown>> {
  const outcome = await runByCron({ name: job, authorization: headers.get("authorization"), secret: env().CRON_SECRET, database });
  if (outcome.status === "failed" || outcome.status === "cut") throw new ApiError("job_failed", outcome.error, { job });
  return { ok: true, job, ...outcome };
}

/** Runs a job for a scheduler outside, and waits for it. */
export async function answerCron(job: string, request: ApiRequest): Promise<ApiResponse> {
  const unconfigured = answerUnconfigured(request.url);
  if (unconfigured) return unconfigured;
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(request, ALLOWED);
  try {
    await countRequest(request);
    const body = JSON.stringify(await runJob(job, request));
    return { status: 200, headers: { "Content-Type": "application/json", "Cache-Control": "no-store" }, body };
  } catch (error) {
    const requestId = newRequestId();
    if (!(error instanceof ApiError)) log.error("cron call failed", { job, requestId, error: describeError(error) });
    const refusal = error instanceof ApiError ? error : new ApiError("internal_error");
    return errorAnswer(refusal, requestId, pathOf(targetOf(request.url)));
  }
}
