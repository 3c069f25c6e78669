import { database } from "@/db/database";
import { tracedStep } from "@/lib/config/tracing";
import { PRIVATE } from "@/lib/domain/freshness/cache-control";
import { failureAnswer } from "./refuse";
import { answerDryRun } from "./answer-dry-run";
import type { Answer, ApiRequest } from "./answer";
import { buildAnswer } from "./build";
import { computeOutcome } from "./compute-outcome";
import { isPrepared, type AnyEndpoint } from "./endpoint";
import type { DailyLimit } from "./limits/limits";
import { findPrepared, prepare } from "./prepare";
import { countCall, openCounted, UNCOUNTED, type Counted } from "./steps/count";
import { CORS_HEADERS } from "./steps/cors";
import { identify } from "./steps/identify";
import { giveBackDailyUse } from "./limits/daily-uses";
import { openPaidCall } from "./steps/open";
import { parse, type Input } from "./steps/parse";
import { sendable } from "./steps/respond";
import { settle } from "./steps/settle";
import { ignoredHeader } from "./steps/unknown-parameters";

const dailyLimitOf = ({ access }: AnyEndpoint): DailyLimit | null => (access.kind === "free" ? access.daily : null);

async function buildCounted(endpoint: AnyEndpoint, input: Input, request: ApiRequest) {
  const now = new Date();
  const caller = await identify(endpoint, request, now);
  const daily = dailyLimitOf(endpoint);
  return buildAnswer(endpoint, input, caller).catch(async (error: unknown) => {
    if (daily) await giveBackDailyUse(await database(), daily, caller.address, now);
    throw error;
  });
}

/** HEAD of what is limited by the day computes nothing and spends nothing. */
async function answerUnprepared(endpoint: AnyEndpoint, input: Input, request: ApiRequest, limits: Counted["headers"]): Promise<Answer> {
  if (request.method === "HEAD" && dailyLimitOf(endpoint)) {
    const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": PRIVATE, ...CORS_HEADERS, ...limits };
    return { status: 200, headers, body: null };
  }
  return sendable(await buildCounted(endpoint, input, request), request, limits);
}

async function answerPaid(endpoint: AnyEndpoint, input: Input, request: ApiRequest, counted: Counted): Promise<Answer> {
  if (endpoint.isDryRun?.(input.body)) return answerDryRun(endpoint, input, request);
  const opened = await tracedStep("open", () => openCounted(counted, () => openPaidCall(endpoint, input, request)));
  if ("answered" in opened) return opened.answered;
  const outcome = await tracedStep("compute", () => computeOutcome(opened, request));
  return tracedStep("settle", () => settle(opened, outcome, request));
}

/**
 * What happens to a call once its endpoint is found: counted, answered from what is prepared, parsed, identified, opened
 * (its price is put on hold), computed and checked, signed and settled. Refusals are thrown by their step and answered here.
 */
export async function answerCall(endpoint: AnyEndpoint, request: ApiRequest, params: Readonly<Record<string, string>>): Promise<Answer> {
  let counted = UNCOUNTED;
  let ignored: Readonly<Record<string, string>> = {};
  const answerInput = async (input: Input): Promise<Answer> => {
    const { headers: limits } = counted;
    if (isPrepared(endpoint)) return sendable(await prepare(endpoint, input, params, request), request, limits);
    if (endpoint.access.kind !== "premium") return answerUnprepared(endpoint, input, request, limits);
    return answerPaid(endpoint, input, request, counted);
  };
  try {
    counted = await countCall(endpoint, request);
    const ready = isPrepared(endpoint) ? await findPrepared(endpoint, request) : null;
    if (ready) return sendable(ready, request, counted.headers);
    const input = await parse(endpoint, request, params);
    ignored = ignoredHeader(input.ignored);
    const answer = await answerInput(input);
    return { ...answer, headers: { ...answer.headers, ...ignored } };
  } catch (error) {
    return failureAnswer(error, endpoint.path, request, { ...counted.headers, ...ignored });
  }
}
