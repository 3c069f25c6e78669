import type { Db } from "@/db/client";
import { consultClock } from "@/db/queries/clock";
import { isReceiptDayClosed } from "@/db/queries/receipts/receipts";
import { uncharged, type Billing, type CallTerms, type PaidCall } from "@/lib/money/call/paid-call";
import { serviceTime } from "@/lib/config/clock";
import type { NoChargeReason } from "@/lib/domain/money/no-charge";
import { AGENT_NONCE, type Receipt, type ReceiptFields } from "@/lib/domain/receipts/receipt";
import { ApiError } from "@/lib/errors";
import { log } from "@/lib/config/log";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { hashRequest, writeResponse, type WrittenResponse } from "@/lib/receipts/hashes";
import { publishedKey } from "@/lib/receipts/published-key";
import { sealAnswer } from "@/lib/receipts/sealed-answer";
import type { Answer, ApiRequest } from "./answer";
import { asApiError } from "./as-api-error";
import type { AnyEndpoint } from "./endpoint";
import { noChargeReasonOf } from "./fault";
import { UNSIGNED, withPolicy } from "./premium-body";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { CORS_HEADERS } from "./steps/cors";
import type { Input } from "./steps/parse";
import { errorBody, newRequestId, problemType } from "./steps/respond";

export interface PremiumRequest {
  endpoint: AnyEndpoint;
  input: Input;
  path: string;
  search: URLSearchParams;
  nonce: string | null;
  terms: CallTerms;
}

export interface Outcome {
  status: number;
  contentType: string;
  /** Only the text is held while the call is charged: the garbage collector would copy thousands of objects. */
  written: WrittenResponse;
  capturedAt: Date | null;
  slaSeconds: number | null;
  /** The copy kept for an idempotent repeat is sealed then. */
  isSecret: boolean;
  headers: Record<string, string>;
  /** Null when the call is charged. */
  waiver: NoChargeReason | null;
}

/** `billing` and the receipt are appended to it. */
export const withoutClosingBrace = (json: Uint8Array): Uint8Array => json.subarray(0, -1);

export function failureOf(error: unknown, { path, endpoint }: PremiumRequest): Outcome {
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

interface Conclusion {
  outcome: Outcome;
  call: PaidCall;
  compressAhead: ApiRequest["compressAhead"];
}

interface DatedConclusion extends Conclusion {
  at: Date;
  isSigned: boolean;
}

const billingOf = ({ terms }: PremiumRequest, { outcome: { waiver }, call }: DatedConclusion): Billing =>
  waiver ? uncharged(call.remaining.waived, waiver) : { credits_charged: terms.credits, credits_remaining: call.remaining.charged };

async function signReceipt(
  db: Db,
  { input, path, search, nonce, terms }: PremiumRequest,
  { outcome, at, call, billing }: DatedConclusion & { billing: Billing },
): Promise<Receipt> {
  const fields: ReceiptFields = {
    endpoint: path,
    method: terms.method,
    token_short: call.payer,
    credits_charged: billing.credits_charged,
    credits_remaining: billing.credits_remaining,
    request_hash: hashRequest(terms.method, path, search, input.bodySha256),
    response_hash: outcome.written.hash,
    captured_at: outcome.capturedAt?.toISOString() ?? null,
    server_time: at.toISOString(),
    no_charge_reason: outcome.waiver,
    freshness_sla_seconds: outcome.slaSeconds,
    agent_nonce: nonce,
    body_sha256: input.bodySha256,
  };
  return buildReceipt(fields, await publishedKey(db, at));
}

function headersOf(
  { nonce }: PremiumRequest,
  { headers, contentType }: Outcome,
  { billing, receipt }: { billing: Billing; receipt: Receipt | null },
): Record<string, string> {
  return {
    "Content-Type": contentType,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    ...(receipt ? { "X-Receipt-Id": receipt.id } : {}),
    "X-Payment-Token-Balance": String(billing.credits_remaining),
    ...(nonce ? { [AGENT_NONCE.echoHeader]: nonce } : {}),
    ...CORS_HEADERS,
    ...headers,
  };
}

/** Builds the whole answer before it charges or waives: nothing that can fail comes after the charge. */
async function concludeAt(db: Db, request: PremiumRequest, conclusion: DatedConclusion): Promise<Answer> {
  const { outcome, call, at } = conclusion;
  const billing = billingOf(request, conclusion);
  const receipt = conclusion.isSigned ? await signReceipt(db, request, { ...conclusion, billing }) : null;
  const added = `,${JSON.stringify({ billing: withPolicy(billing), ...(receipt ? { receipt } : { receipt_status: UNSIGNED }) }).slice(1)}`;
  const body = Buffer.concat([withoutClosingBrace(outcome.written.json), Buffer.from(added)]);
  conclusion.compressAhead?.(body, true);
  const headers = headersOf(request, outcome, { billing, receipt });
  const whole = outcome.written.text.slice(0, -1) + added;
  const finished = {
    status: outcome.status,
    headers,
    body: outcome.isSecret ? sealAnswer(whole) : whole,
    at,
    onCharge: request.endpoint.onCharge,
  };
  const row = receipt && receiptRow(receipt);
  const more =
    outcome.waiver || !row
      ? await call.waive({ ...finished, receipt: row }, outcome.waiver ?? UNSIGNED, outcome.status < 300)
      : await call.charge({ ...finished, receipt: row });
  return { status: outcome.status, headers: { ...headers, ...more }, body };
}

/** While the clock is in doubt nothing is charged, and what only a charge completes is refused: it would be dated by that clock. */
function outcomeWhileUnsure(request: PremiumRequest, outcome: Outcome): Outcome {
  if (outcome.waiver !== null && outcome.waiver !== "stale_data") return outcome;
  return request.endpoint.onCharge
    ? failureOf(new ApiError("clock_unsure", undefined, {}, { "Retry-After": "60" }), request)
    : { ...outcome, waiver: UNSIGNED };
}

/**
 * Charges or waives a finished answer. Nothing is charged or signed while the clock is in doubt, or when the day's receipt
 * log was closed before the day was over: a receipt states a time and belongs to the log of its day.
 */
export async function concludeAnswer(db: Db, request: PremiumRequest, conclusion: Conclusion): Promise<Answer> {
  const isUnsure = (await consultClock(db)) !== null;
  const at = serviceTime();
  const concludeUnsigned = () =>
    concludeAt(db, request, { ...conclusion, outcome: outcomeWhileUnsure(request, conclusion.outcome), at, isSigned: false });
  if (isUnsure) return concludeUnsigned();
  return concludeAt(db, request, { ...conclusion, at, isSigned: true }).catch((error: unknown) => {
    if (!isReceiptDayClosed(error)) throw error;
    log.error("the receipt log of today is closed: nothing is charged until `npm run doctor -- repair` opens it again", {
      at: at.toISOString(),
    });
    return concludeUnsigned();
  });
}
