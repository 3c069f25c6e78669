import { runByCron } from "./run-by-cron";
import { database } from "@/db/database";
import { env } from "@/lib/config/env";
import { ApiError } from "@/lib/errors";
import { toResponse } from "@/lib/http/answer";
import { refuseMethod } from "@/lib/http/serve";
import { addressOf, countFreeCall } from "@/lib/http/steps/limit";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { describeError, log } from "@/lib/config/log";

export const dynamic = "force-dynamic";
/** Seconds; every job's own time limit is shorter. */
export const maxDuration = 300;

export async function GET(request: Request, { params }: { params: Promise<{ job: string }> }): Promise<Response> {
  const { job } = await params;
  const instance = new URL(request.url).pathname;
  try {
    await countFreeCall(addressOf(request));
    const outcome = await runByCron({
      name: job,
      authorization: request.headers.get("authorization"),
      secret: env().CRON_SECRET,
      database,
    });
    const hasFailed = outcome.status === "failed" || outcome.status === "cut";
    if (hasFailed) return toResponse(errorAnswer(new ApiError("job_failed", outcome.error, { job }), newRequestId(), instance));
    return Response.json({ ok: true, job, ...outcome }, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    const requestId = newRequestId();
    if (!(error instanceof ApiError)) log.error("cron call failed", { job, requestId, error: describeError(error) });
    return toResponse(errorAnswer(error instanceof ApiError ? error : new ApiError("internal_error"), requestId, instance));
  }
}

const refused = refuseMethod("GET, HEAD, OPTIONS");
export { refused as POST, refused as PUT, refused as PATCH, refused as DELETE };
