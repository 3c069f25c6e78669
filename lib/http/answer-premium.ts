import type { Db } from "@/db/client";
import { UNAUTHENTICATED } from "@/lib/billing/bearer-call";
import { bearerOf, idempotencyKeyOf, readCredential, type Credential } from "@/lib/billing/credential";
import { openCall } from "@/lib/billing/open-call";
import type { Resource } from "@/lib/billing/payment-required";
import { tokenHolder } from "@/lib/billing/token-holder";
import { isReplay, uncharged, type Billing, type CallPayer, type CallTerms, type PaidCall, type Replay } from "@/lib/billing/paid-call";
import { type NoChargeReason } from "@/lib/domain/no-charge";
import { database } from "@/lib/database";
import { routePattern } from "@/lib/domain/route-pattern";
import { ApiError } from "@/lib/errors";
import { AGENT_NONCE, type ReceiptFields } from "@/lib/domain/receipt";
import { buildReceipt } from "@/lib/receipts/build-receipt";
import { openAnswer, sealAnswer } from "@/lib/receipts/sealed-answer";
import { fingerprintRequest, hashRequest, writeResponse, type WrittenResponse } from "@/lib/receipts/hashes";
import { publishedKey } from "@/lib/receipts/published-key";
import { receiptRow } from "@/lib/receipts/receipt-row";
import type { Answer, ApiRequest } from "./answer";
import { asApiError } from "./as-api-error";
import { baseUrl, compute, NOBODY } from "./build";
import type { AnyEndpoint } from "./endpoint";
import { noChargeReasonOf } from "./fault";
import { spendableOf } from "./holder-of";
import { ageOf, hashedBody, withPolicy } from "./premium-body";
import { slaOf } from "./sla";
import { admit } from "./steps/admit";
import { CORS_HEADERS } from "./steps/cors";
import { addressOf } from "./steps/limit";
import { parse, type Input } from "./steps/parse";
import { errorBody, newRequestId, problemType } from "./steps/respond";
import { freshVersions } from "./versions";

interface Asked {
  endpoint: AnyEndpoint;
  input: Input;
  path: string;
  search: URLSearchParams;
  nonce: string | null;
  terms: CallTerms;
}

interface Outcome {
  status: number;
  contentType: string;
  /** Of the answer nothing but its text is held while it is charged: thousands of entries would be copied by each collection. */
  written: WrittenResponse;
  capturedAt: Date | null;
  slaSeconds: number | null;
  /** True where a repeat is kept sealed. */
  isSecret: boolean;
  /** Besides those that every answer has. */
  headers: Record<string, string>;
  /** Null: charged. */
  waiver: NoChargeReason | null;
}

function asked(endpoint: AnyEndpoint, input: Input, { pathname, searchParams }: URL, headers: Headers, credits: number, now: Date): Asked {
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

/** `billing` and the receipt are added to it. */
const withoutEnd = (json: Uint8Array): Uint8Array => json.subarray(0, -1);

async function answerOf(db: Db, { endpoint, input }: Asked, payer: CallPayer, request: ApiRequest): Promise<Outcome> {
  if (endpoint.reads.length > 0) await freshVersions(db);
  const now = new Date();
  const computed = await compute(endpoint, input, db, now, { ...NOBODY, payer, headers: request.headers, address: addressOf(request) });
  const age = ageOf(computed, now);
  const isEmpty = endpoint.isEmpty?.(computed.payload) ?? false;
  const waiver = isEmpty ? "empty_result" : age.isStale ? "stale_data" : null;
  const written = writeResponse(hashedBody(computed.payload as object, age), (json) => request.foresee?.(withoutEnd(json), false));
  return { status: 200, contentType: "application/json; charset=utf-8", written, capturedAt: computed.capturedAt, slaSeconds: computed.slaSeconds, isSecret: endpoint.isSecret?.(computed.payload) ?? false, headers: {}, waiver };
}

function failureOf(error: unknown, { path, endpoint }: Asked): Outcome {
  const requestId = newRequestId();
  const failure: ApiError = asApiError(error, endpoint.path, requestId);
  return {
    status: failure.status,
    contentType: problemType(failure.status),
    written: writeResponse(errorBody(failure, requestId, path)),
    capturedAt: null,
    slaSeconds: slaOf(endpoint.reads),
    isSecret: false,
    headers: { ...failure.headers, "X-Request-Id": requestId },
    waiver: noChargeReasonOf(failure),
  };
}

interface Settling {
  outcome: Outcome;
  call: PaidCall;
}

interface Signing extends Settling {
  at: Date;
}

async function signed(db: Db, { input, path, search, nonce, terms }: Asked, { outcome: { written, capturedAt, slaSeconds, waiver }, call, at }: Signing) {
  const billing: Billing = waiver
    ? uncharged(call.remaining.waived, waiver)
    : { credits_charged: terms.credits, credits_remaining: call.remaining.charged };
  const fields: ReceiptFields = {
    endpoint: path,
    method: terms.method,
    token_short: call.payer,
    credits_charged: billing.credits_charged,
    credits_remaining: billing.credits_remaining,
    request_hash: hashRequest(terms.method, path, search, input.bodySha256),
    response_hash: written.hash,
    captured_at: capturedAt?.toISOString() ?? null,
    server_time: at.toISOString(),
    no_charge_reason: waiver,
    freshness_sla_seconds: slaSeconds,
    agent_nonce: nonce,
    body_sha256: input.bodySha256,
  };
  const receipt = buildReceipt(fields, await publishedKey(db, at));
  return { billing, receipt };
}

/** Builds the whole answer, then charges or waives, then sends: nothing that can fail comes after the charge. */
async function settle(db: Db, question: Asked, { outcome, call }: Settling, foresee: ApiRequest["foresee"]): Promise<Answer> {
  const at = new Date();
  const { billing, receipt } = await signed(db, question, { outcome, call, at });
  const added = `,${JSON.stringify({ billing: withPolicy(billing), receipt }).slice(1)}`;
  const body = Buffer.concat([withoutEnd(outcome.written.json), Buffer.from(added)]);
  foresee?.(body, true);
  const headers: Record<string, string> = {
    "Content-Type": outcome.contentType,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Receipt-Id": receipt.id,
    "X-Payment-Token-Balance": String(billing.credits_remaining),
    ...(question.nonce ? { [AGENT_NONCE.echoHeader]: question.nonce } : {}),
    ...CORS_HEADERS,
    ...outcome.headers,
  };
  const whole = outcome.written.text.slice(0, -1) + added;
  const kept = outcome.isSecret ? sealAnswer(whole) : whole;
  const finished = { status: outcome.status, headers, body: kept, receipt: receiptRow(receipt), at, hasDraft: question.endpoint.hasDraft ?? false };
  if (outcome.waiver) {
    const waived = await call.waive(finished, outcome.waiver, outcome.status < 300);
    return { status: outcome.status, headers: { ...headers, ...waived }, body };
  }
  const paid = await call.charge(finished);
  return { status: outcome.status, headers: { ...headers, ...paid }, body };
}

function repeated({ replay }: Replay): Answer {
  return { status: replay.status, headers: { ...replay.headers, "Idempotency-Replayed": "true" }, body: openAnswer(replay.body) };
}

async function deliver(db: Db, question: Asked, call: PaidCall, request: ApiRequest): Promise<Answer> {
  let outcome: Outcome;
  try {
    outcome = await answerOf(db, question, call, request);
  } catch (error) {
    outcome = failureOf(error, question);
  }
  try {
    return await settle(db, question, { outcome, call }, request.foresee);
  } catch (error) {
    await call.abandon().catch(() => undefined);
    throw error;
  }
}

/** HEAD shows what a call would meet, and costs nothing: who only looks at headers is not delivered an answer. */
async function answerHead(db: Db, credential: Credential, terms: CallTerms, resource: Resource): Promise<Answer> {
  if (credential.kind !== "bearer") await openCall(db, { kind: "none" }, terms, resource);
  const holder = credential.kind === "bearer" ? await tokenHolder(db, credential.token) : null;
  if (!holder) throw new ApiError("invalid_token", undefined, {}, UNAUTHENTICATED);
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "private, no-store", "X-Payment-Token-Balance": String(spendableOf(holder)), ...CORS_HEADERS };
  return { status: 200, headers, body: null };
}

/** The one way to an answer that costs credits. Checked input first, then the price is set aside, then the work. */
export async function answerPremium(endpoint: AnyEndpoint, credits: number, request: ApiRequest, params: Record<string, string>): Promise<Answer> {
  const takeCountBack = await admit(request);
  const url = new URL(request.url);
  const input = await parse(endpoint, request, url.searchParams, params);
  const credential = readCredential(request.headers);
  const question = asked(endpoint, input, url, request.headers, credits, new Date());
  const db = await database();
  const resource = { baseUrl: baseUrl(), target: `${question.path}${url.search}`, description: endpoint.summary };
  if (request.method === "HEAD") return answerHead(db, credential, question.terms, resource);
  const opened = await openCall(db, credential, question.terms, resource);
  if (isReplay(opened)) return repeated(opened);
  takeCountBack();
  return deliver(db, question, opened, request);
}
