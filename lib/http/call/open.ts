import { consultClock } from "@/db/queries/clock";
import { database } from "@/db/database";
import type { Db } from "@/db/client";
import { serviceTime } from "@/lib/config/clock";
import { metrics } from "@/lib/config/metrics";
import { routePattern } from "@/lib/domain/basics/text";
import { AGENT_NONCE } from "@/lib/domain/receipts/receipt";
import { spendableOf } from "@/lib/loaders/money/holder-of";
import { idempotencyKeyOf, readCredential, tokenHashOf, type Credential } from "@/lib/money/call/credential";
import { openBearerCall } from "@/lib/money/call/token/bearer-call";
import { openTransactionCall } from "@/lib/money/call/transaction/open-transaction-call";
import { declareInput } from "@/lib/money/chain/declare-input";
import { openX402Call } from "@/lib/money/call/x402/x402-call";
import { configuredRails } from "@/lib/money/base/rails";
import { ApiError } from "@/lib/errors";
import { isReplay, type CallTerms, type PaidCall, type Replay } from "@/lib/money/call/paid-call";
import { paymentRequired, type Resource } from "@/lib/money/call/payment-required";
import { invalidToken, requireTokenHolder } from "@/lib/money/base/token-holder";
import { refuseUncharged } from "@/lib/money/call/uncharged-callers";
import { fingerprintRequest } from "@/lib/receipts/hashes";
import { openAnswer } from "@/lib/receipts/sealed-answer";
import type { ApiResponse, ApiRequest } from "../answer";
import { baseUrl } from "../own-address";
import type { AnyEndpoint } from "../endpoint";
import { requireStorage } from "./as-api-error";
import { CORS_HEADERS } from "./respond";
import { paidInputOf } from "./paid-input";
import type { Input } from "./parse";

/** What is paid for: the request as its receipt states it. */
export interface PaidRequest {
  db: Db;
  endpoint: AnyEndpoint;
  input: Input;
  path: string;
  nonce: string | null;
  terms: CallTerms;
}

/** A request whose price is on hold. */
export interface OpenedRequest extends PaidRequest {
  call: PaidCall;
}

function termsOf(endpoint: AnyEndpoint, input: Input, path: string, request: ApiRequest): CallTerms {
  if (endpoint.access.kind !== "premium") throw new Error(`${endpoint.method} ${endpoint.path} costs no credits`);
  return {
    method: endpoint.method,
    endpoint: routePattern(endpoint.path),
    credits: endpoint.access.credits,
    requestHash: fingerprintRequest(endpoint.method, path, input.search, input.bodySha256),
    idempotencyKey: idempotencyKeyOf(request.headers, { hasToken: tokenHashOf(request) !== null }),
    hasRepeatBreaker: endpoint.hasRepeatBreaker ?? true,
    now: serviceTime(),
  };
}

function nonceOf(headers: Headers): string | null {
  const nonce = headers.get(AGENT_NONCE.header)?.trim() ?? "";
  return AGENT_NONCE.format.test(nonce) ? nonce : null;
}

const replayAnswer = ({ replay }: Replay): ApiResponse => ({
  status: replay.status,
  headers: { ...replay.headers, "Idempotency-Replayed": "true" },
  body: openAnswer(replay.body),
});

/** An account with too few credits gets the full 402, as a caller without credentials does. */
async function openFunded(db: Db, tokenHash: string, terms: CallTerms, resource: Resource): Promise<PaidCall | Replay> {
  try {
    return await openBearerCall(db, tokenHash, terms);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "insufficient_credits") throw error;
    throw paymentRequired(configuredRails(), terms, resource, { code: error.code, message: error.message, details: error.details });
  }
}

export async function openCall(db: Db, credential: Credential, terms: CallTerms, resource: Resource): Promise<PaidCall | Replay> {
  if (credential.kind === "bearer") return openFunded(db, credential.tokenHash, terms, resource);
  const rails = configuredRails();
  if (credential.kind === "tx") return openTransactionCall({ db, rails, terms, resource, credential });
  if (credential.kind === "x402") return openX402Call(db, rails, credential.payment, terms, resource);
  throw paymentRequired(rails, terms, resource, { code: "payment_required" });
}

/** HEAD shows what a call would be refused for, and costs nothing, since it delivers no answer. */
async function answerHead(db: Db, credential: Credential, terms: CallTerms, resource: Resource): Promise<ApiResponse> {
  if (credential.kind !== "bearer") await openCall(db, { kind: "none" }, terms, resource);
  if (credential.kind !== "bearer") throw invalidToken();
  const holder = await requireTokenHolder(db, credential.tokenHash);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "private, no-store",
    "X-Payment-Token-Balance": String(spendableOf(holder)),
    ...CORS_HEADERS,
  };
  return { status: 200, headers, body: null };
}

/** Reads the credential and puts the price on hold. An answer that was given before, or one to HEAD, is whole already. */
export async function openPaidCall(
  endpoint: AnyEndpoint,
  input: Input,
  request: ApiRequest,
): Promise<OpenedRequest | { answered: ApiResponse }> {
  const url = new URL(request.url);
  const path = url.pathname;
  const credential = readCredential(request);
  refuseUncharged(credential);
  requireStorage();
  const db = await database();
  // The machine may have been suspended since the clock was last compared.
  await consultClock(db);
  const terms = termsOf(endpoint, input, path, request);
  const extensions = await declareInput(paidInputOf(endpoint));
  const resource = { baseUrl: baseUrl(), target: `${path}${url.search}`, description: endpoint.summary, extensions };
  if (request.method === "HEAD") return { answered: await answerHead(db, credential, terms, resource) };
  const call = await openCall(db, credential, terms, resource);
  if (isReplay(call)) return { answered: replayAnswer(call) };
  metrics().holdsOpened.inc();
  return { db, endpoint, input, path, nonce: nonceOf(request.headers), terms, call };
}
