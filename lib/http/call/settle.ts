import { consultClock } from "@/db/queries/clock";
import { isReceiptDayClosed } from "@/db/queries/receipts/receipts";
import { serviceTime } from "@/lib/config/clock";
import { log } from "@/lib/config/log";
import { metrics } from "@/lib/config/metrics";
import type { NoChargeReason } from "@/lib/domain/money/no-charge";
import { AGENT_NONCE, type Receipt, type ReceiptFields } from "@/lib/domain/receipts/receipt";
import { ApiError } from "@/lib/errors";
import { uncharged, type Billing } from "@/lib/money/call/paid-call";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { hashRequest } from "@/lib/receipts/hashes";
import { publishedKey } from "@/lib/receipts/published-key";
import { sealAnswer } from "@/lib/receipts/sealed-answer";
import type { ApiResponse, ApiRequest } from "../answer";
import { failureOf, withoutClosingBrace, type Outcome } from "./compute-outcome";
import { UNSIGNED, withPolicy } from "../premium-body";
import { CORS_HEADERS } from "./respond";
import type { OpenedRequest } from "./open";

interface Settlement {
  outcome: Outcome;
  compressAhead: ApiRequest["compressAhead"];
  at: Date;
  isSigned: boolean;
}

function billingOf({ terms, call }: OpenedRequest, { waiver }: Outcome): Billing {
  if (waiver) return uncharged(call.remaining.waived, waiver);
  const charged = { credits_charged: terms.credits, credits_remaining: call.remaining.charged };
  return call.surplus ? { ...charged, surplus: call.surplus } : charged;
}

async function signReceipt(
  { db, input, path, nonce, terms, call }: OpenedRequest,
  { outcome, at }: Settlement,
  billing: Billing,
): Promise<Receipt> {
  const fields: ReceiptFields = {
    endpoint: path,
    method: terms.method,
    token_short: call.payer,
    credits_charged: billing.credits_charged,
    credits_remaining: billing.credits_remaining,
    request_hash: hashRequest(terms.method, path, input.search, input.bodySha256),
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
  { nonce }: OpenedRequest,
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

function countSettled(billing: Billing, waiver: NoChargeReason | null): void {
  const { paidCalls, holdsReleased, creditsCharged } = metrics();
  paidCalls.inc({ outcome: waiver ?? "charged" });
  if (waiver === null) creditsCharged.inc(billing.credits_charged);
  else holdsReleased.inc({ why: "not charged" });
}

/** Builds the whole answer before it charges or waives: nothing that can fail comes after the charge. */
async function settleAt(opened: OpenedRequest, settlement: Settlement): Promise<ApiResponse> {
  const { call, endpoint } = opened;
  const { outcome, at, isSigned, compressAhead } = settlement;
  const billing = billingOf(opened, outcome);
  const receipt = isSigned ? await signReceipt(opened, settlement, billing) : null;
  const added = `,${JSON.stringify({ billing: withPolicy(billing), ...(receipt ? { receipt } : { receipt_status: UNSIGNED }) }).slice(1)}`;
  const body = Buffer.concat([withoutClosingBrace(outcome.written.json), Buffer.from(added)]);
  compressAhead?.(body, true);
  const headers = headersOf(opened, outcome, { billing, receipt });
  const whole = outcome.written.text.slice(0, -1) + added;
  const finished = {
    status: outcome.status,
    headers,
    body: outcome.isSecret ? sealAnswer(whole) : whole,
    at,
    onCharge: endpoint.onCharge,
  };
  const row = receipt && receiptRow(receipt);
  const more =
    outcome.waiver || !row
      ? await call.waive({ ...finished, receipt: row }, outcome.waiver ?? UNSIGNED, outcome.status < 300)
      : await call.charge({ ...finished, receipt: row });
  countSettled(billing, outcome.waiver ?? (row ? null : UNSIGNED));
  return { status: outcome.status, headers: { ...headers, ...more }, body };
}

/** A clock in doubt charges nothing. An answer that only a charge completes is refused, since that clock would date it. */
function outcomeWhileUnsure(opened: OpenedRequest, outcome: Outcome): Outcome {
  if (outcome.waiver !== null && outcome.waiver !== "stale_data") return outcome;
  return opened.endpoint.onCharge
    ? failureOf(new ApiError("clock_unsure", undefined, {}, { "Retry-After": "60" }), opened)
    : { ...outcome, waiver: UNSIGNED };
}

async function signAndSettle(opened: OpenedRequest, outcome: Outcome, { compressAhead }: ApiRequest): Promise<ApiResponse> {
  const isUnsure = (await consultClock(opened.db)) !== null;
  const at = serviceTime();
  const settleUnsigned = () => settleAt(opened, { outcome: outcomeWhileUnsure(opened, outcome), compressAhead, at, isSigned: false });
  if (isUnsure) return settleUnsigned();
  return settleAt(opened, { outcome, compressAhead, at, isSigned: true }).catch((error: unknown) => {
    if (!isReceiptDayClosed(error)) throw error;
    log.error("the receipt log of today is closed: nothing is charged until `npm run doctor -- repair` opens it again", {
      at: at.toISOString(),
    });
    return settleUnsigned();
  });
}

/**
 * Signs a finished answer, then charges or waives its call. Nothing is charged or signed while the clock is in doubt, or when
 * the day's receipt log was closed before the day was over: a receipt states a time and belongs to the log of its day.
 */
export async function settle(opened: OpenedRequest, outcome: Outcome, request: ApiRequest): Promise<ApiResponse> {
  try {
    return await signAndSettle(opened, outcome, request);
  } catch (error) {
    const countReleased = () => metrics().holdsReleased.inc({ why: "abandoned" });
    // A hold that cannot be given back now expires.
    await opened.call.abandon().then(countReleased, () => undefined);
    throw error;
  }
}
