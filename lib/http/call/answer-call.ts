import { database } from "@/db/database";
import { tracedStep } from "@/lib/config/tracing";
import { PRIVATE } from "@/lib/domain/freshness/cache-control";
import { failureAnswer } from "./refuse";
import type { ApiResponse, ApiRequest } from "../answer";
import { buildAnswer, compute, NOBODY, type Caller } from "./build";
import { computeOutcome } from "./compute-outcome";
import { isPrepared, type AnyEndpoint } from "../endpoint";
import type { DailyLimit } from "../limits/limits";
import { findPrepared, prepare } from "./prepare";
import { countCall, openCounted, UNCOUNTED, type Counted } from "./count";
import { CORS_HEADERS, sendable } from "./respond";
import { giveBackDailyUse, takeDailyUse } from "../limits/daily-uses";
import { openPaidCall } from "./open";
import { parse, type Input } from "./parse";
import { settle } from "./settle";
import { ignoredHeader } from "./unknown-parameters";
import { consultClock } from "@/db/queries/clock";
import { serviceTime } from "@/lib/config/clock";
import { DRY_RUNS } from "@/lib/domain/money/call-breakers";
import { ApiError } from "@/lib/errors";
import { spendableOf } from "@/lib/loaders/money/holder-of";
import { takeAccountUse } from "@/lib/loaders/money/take-account-use";
import { readCredential, tokenHashOf } from "@/lib/money/call/credential";
import { uncharged } from "@/lib/money/call/paid-call";
import { ageOf, hashedBody } from "../premium-body";
import { requireHolder } from "./billing";
import { addressOf } from "../limits/address-keys";

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
async function answerUnprepared(
  endpoint: AnyEndpoint,
  input: Input,
  request: ApiRequest,
  limits: Counted["headers"],
): Promise<ApiResponse> {
  if (request.method === "HEAD" && dailyLimitOf(endpoint)) {
    const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": PRIVATE, ...CORS_HEADERS, ...limits };
    return { status: 200, headers, body: null };
  }
  return sendable(await buildCounted(endpoint, input, request), request, limits);
}

async function answerPaid(endpoint: AnyEndpoint, input: Input, request: ApiRequest, counted: Counted): Promise<ApiResponse> {
  if (endpoint.isDryRun?.(input.body)) return answerDryRun(endpoint, input, request);
  const opened = await tracedStep("open", () => openCounted(counted, () => openPaidCall(endpoint, input, request)));
  if ("answered" in opened) return opened.answered;
  const outcome = await tracedStep("compute", () => computeOutcome(opened, request));
  return tracedStep("settle", () => settle(opened, outcome, request));
}

/**
 * The steps of a call once its endpoint is found. It is counted, answered from what is prepared,
 * parsed, identified, opened (its price is put on hold), computed and checked, signed and settled.
 * Each step throws its refusals, which are answered here.
 */
export async function answerCall(
  endpoint: AnyEndpoint,
  request: ApiRequest,
  params: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  let counted = UNCOUNTED;
  let ignored: Readonly<Record<string, string>> = {};
  const answerInput = async (input: Input): Promise<ApiResponse> => {
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

/** Says what a call would do. Nothing is charged, stored or signed, and a payment that comes with it is refused. */
async function answerDryRun(endpoint: AnyEndpoint, input: Input, request: ApiRequest): Promise<ApiResponse> {
  const credential = readCredential(request);
  if (credential.kind === "tx" || credential.kind === "x402") throw new ApiError("dry_run_takes_no_payment");
  const holder = await requireHolder(request, { acceptsSuspended: false });
  const db = await database();
  await consultClock(db);
  const now = serviceTime();
  await takeAccountUse(db, holder.accountId, DRY_RUNS, now);
  const computed = await compute(endpoint, input, db, now, { ...NOBODY, holder, headers: request.headers, address: addressOf(request) });
  const body = { ...hashedBody(endpoint, computed.payload as object, ageOf(computed, now)), billing: uncharged(spendableOf(holder)) };
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "private, no-store", ...CORS_HEADERS };
  return { status: 200, headers, body: JSON.stringify(body) };
}

/** The caller of an unpaid call: the holder of its token, or one use of a daily limit. Throws 401, 403, 429. */
async function identify({ access }: AnyEndpoint, request: ApiRequest, now = new Date()): Promise<Caller> {
  const address = addressOf(request);
  const dailyUse = access.kind === "free" && access.daily ? await takeDailyUse(await database(), access.daily, address, now) : null;
  const holder = access.kind === "token" ? await requireHolder(request, access) : null;
  return { ...NOBODY, dailyUse, holder, headers: request.headers, tokenHash: tokenHashOf(request), address };
}
