import { toResponse } from "@/lib/http/answer";
import { answerCron } from "./answer-cron";

export const dynamic = "force-dynamic";
/** Seconds; every job's own time limit is shorter. */
export const maxDuration = 300;

async function answer(request: Request, { params }: { params: Promise<{ job: string }> }): Promise<Response> {
  return toResponse(await answerCron((await params).job, request));
}

export { answer as GET, answer as HEAD, answer as POST, answer as PUT, answer as PATCH, answer as DELETE, answer as OPTIONS };
