import type { Db } from "@/db/client";
import { consultClock } from "@/db/queries/clock";
import { bearerOf, idempotencyKeyOf, readCredential, type Credential } from "@/lib/money/call/credential";
import { openCall } from "@/lib/money/call/open-call";
import { isReplay, type CallPayer, type CallTerms, type PaidCall, type Replay } from "@/lib/money/call/paid-call";
import type { Resource } from "@/lib/money/call/payment-required";
import { invalidToken, requireTokenHolder } from "@/lib/money/call/token/token-holder";
import { serviceTime } from "@/lib/config/clock";
import { database } from "@/db/database";
import { routePattern } from "@/lib/domain/basics/text";
import { AGENT_NONCE } from "@/lib/domain/receipts/receipt";
import { fingerprintRequest, writeResponse } from "@/lib/receipts/hashes";
import { openAnswer } from "@/lib/receipts/sealed-answer";
import type { Answer, ApiRequest } from "./answer";
import { answerDryRun } from "./answer-dry-run";
import { baseUrl, compute, NOBODY } from "./build";
import type { AnyEndpoint } from "./endpoint";
import { spendableOf } from "@/lib/loaders/money/holder-of";
import { ageOf, hashedBody } from "./premium-body";
import { failureOf, concludeAnswer, withoutClosingBrace, type PremiumRequest, type Outcome } from "./conclude-answer";
import { admit } from "./steps/admit";
import { CORS_HEADERS } from "./steps/cors";
import { addressOf } from "./steps/limit";
import { parse, type Input } from "./steps/parse";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";

function toPremiumRequest(
  endpoint: AnyEndpoint,
  input: Input,
  { pathname, searchParams }: URL,
  headers: Headers,
  credits: number,
  now: Date,
): PremiumRequest {
  const nonce = headers.get(AGENT_NONCE.header)?.trim() ?? "";
  const terms: CallTerms = {
    method: endpoint.method,
    endpoint: routePattern(endpoint.path),
    credits,
    requestHash: fingerprintRequest(endpoint.method, pathname, searchParams, input.bodySha256),
    idempotencyKey: idempotencyKeyOf(headers, { hasToken: bearerOf(headers) !== null }),
    hasRepeatBreaker: endpoint.hasRepeatBreaker ?? true,
    now,
  };
  return { endpoint, input, path: pathname, search: searchParams, nonce: AGENT_NONCE.format.test(nonce) ? nonce : null, terms };
}

async function runHandler(db: Db, { endpoint, input }: PremiumRequest, payer: CallPayer, request: ApiRequest): Promise<Outcome> {
  if (endpoint.reads.length > 0) await ensureFreshVersions(db);
  const now = serviceTime();
  const computed = await compute(endpoint, input, db, now, { ...NOBODY, payer, headers: request.headers, address: addressOf(request) });
  const age = ageOf(computed, now);
  const isEmpty = endpoint.isEmpty?.(computed.payload) ?? false;
  const waiver = isEmpty ? "empty_result" : age.isStale ? "stale_data" : null;
  const written = writeResponse(hashedBody(endpoint, computed.payload as object, age), (json) =>
    request.compressAhead?.(withoutClosingBrace(json), false),
  );
  return {
    status: 200,
    contentType: "application/json; charset=utf-8",
    written,
    capturedAt: computed.capturedAt,
    slaSeconds: computed.slaSeconds,
    isSecret: endpoint.isSecret?.(computed.payload) ?? false,
    headers: {},
    waiver,
  };
}

function replayAnswer({ replay }: Replay): Answer {
  return { status: replay.status, headers: { ...replay.headers, "Idempotency-Replayed": "true" }, body: openAnswer(replay.body) };
}

async function deliver(db: Db, premiumRequest: PremiumRequest, call: PaidCall, request: ApiRequest): Promise<Answer> {
  let outcome: Outcome;
  try {
    outcome = await runHandler(db, premiumRequest, call, request);
  } catch (error) {
    outcome = failureOf(error, premiumRequest);
  }
  try {
    return await concludeAnswer(db, premiumRequest, { outcome, call, compressAhead: request.compressAhead });
  } catch (error) {
    await call.abandon().catch(() => undefined);
    throw error;
  }
}

/** HEAD shows what a call would be refused for, and costs nothing, since it delivers no answer. */
async function answerHead(db: Db, credential: Credential, terms: CallTerms, resource: Resource): Promise<Answer> {
  if (credential.kind !== "bearer") await openCall(db, { kind: "none" }, terms, resource);
  if (credential.kind !== "bearer") throw invalidToken();
  const holder = await requireTokenHolder(db, credential.token);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "private, no-store",
    "X-Payment-Token-Balance": String(spendableOf(holder)),
    ...CORS_HEADERS,
  };
  return { status: 200, headers, body: null };
}

/** Order matters: the input is checked first, then the price is put on hold, then the handler runs. */
export async function answerPremium(
  endpoint: AnyEndpoint,
  credits: number,
  request: ApiRequest,
  params: Record<string, string>,
): Promise<Answer> {
  const undoFreeCount = await admit(request);
  const url = new URL(request.url);
  const input = await parse(endpoint, request, url.searchParams, params);
  if (endpoint.isDryRun?.(input.body)) return answerDryRun(endpoint, input, request);
  const credential = readCredential(request.headers);
  const db = await database();
  // The machine may have been suspended since the clock was last compared.
  await consultClock(db);
  const premiumRequest = toPremiumRequest(endpoint, input, url, request.headers, credits, serviceTime());
  const resource = { baseUrl: baseUrl(), target: `${premiumRequest.path}${url.search}`, description: endpoint.summary };
  if (request.method === "HEAD") return answerHead(db, credential, premiumRequest.terms, resource);
  const opened = await openCall(db, credential, premiumRequest.terms, resource);
  if (isReplay(opened)) return replayAnswer(opened);
  undoFreeCount();
  return deliver(db, premiumRequest, opened, request);
}
