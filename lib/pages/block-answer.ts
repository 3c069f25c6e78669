import type { z } from "zod";
import { datasets, type DatasetName } from "@/lib/datasets";
import { serviceTime } from "@/lib/config/clock";
import { freshnessOf } from "@/lib/domain/pages/format";
import type { BlockOutcome, BlockStamp } from "@/lib/domain/pages/block-outcome";
import { problemsOf } from "@/lib/docs/problems";
import { ApiError } from "@/lib/errors";
import { describeError, log } from "@/lib/config/log";
import { asApiError } from "@/lib/http/call/as-api-error";
import { call } from "@/lib/http/session/call";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { newRequestId } from "@/lib/http/call/respond";

const VERBS: Partial<Record<DatasetName, BlockStamp["verb"]>> = {
  provider_status: "Checked",
  probe: "Checked",
  history: "Captured",
  attention: "Captured",
  news_clusters: "Grouped",
};

/** The age of an answer is that of the first dataset its endpoint reads; null where it reads none. */
function stampOf({ reads: [dataset] }: AnyEndpoint, capturedAt: string | null): BlockStamp | null {
  if (dataset === undefined) return null;
  const { cadenceSeconds } = datasets[dataset];
  return { verb: VERBS[dataset] ?? "Read", capturedAt, cadenceSeconds, freshness: freshnessOf(capturedAt, cadenceSeconds, serviceTime()) };
}

/** A refusal that the endpoint declares, by the fault of the request. All else is a failure of ours. */
const isDeclaredRefusal = (endpoint: AnyEndpoint, { status, code }: ApiError): boolean =>
  status >= 400 && status < 500 && status !== 429 && problemsOf(endpoint).get(status)?.includes(code) === true;

const secondsOf = ({ headers }: ApiError): number | null => {
  const seconds = Number(headers["Retry-After"]);
  return headers["Retry-After"] !== undefined && Number.isFinite(seconds) ? seconds : null;
};

/** Runs the work of one block. What it throws stays in that block. */
export async function blockOf<Answer extends { captured_at: string | null }>(
  endpoint: AnyEndpoint,
  work: () => Promise<Answer>,
): Promise<BlockOutcome<Answer>> {
  try {
    const answer = await work();
    return { kind: "answer", answer, stamp: stampOf(endpoint, answer.captured_at) };
  } catch (thrown) {
    const requestId = newRequestId();
    const error = asApiError(thrown, endpoint.path, requestId);
    const { code, status, message, details } = error;
    if (isDeclaredRefusal(endpoint, error)) return { kind: "refused", code, status, message, details };
    // What is not an error of ours is logged where it is translated.
    if (thrown instanceof ApiError) log.error("a block of a page failed", { path: endpoint.path, requestId, error: describeError(thrown) });
    return { kind: "failed", status, message, requestId, retryAfterSeconds: secondsOf(error) };
  }
}

/** The answer of a free endpoint for one block of a page. */
export const blockAnswer = <Target extends AnyEndpoint>(
  endpoint: Target,
  query: Record<string, string> = {},
  params: Record<string, string> = {},
): Promise<BlockOutcome<z.output<Target["response"]> & { captured_at: string | null; stale_after_seconds: number | null }>> =>
  blockOf(endpoint, () => call(endpoint, query, params));
