import type { Db } from "@/db/client";
import type { BoundAnswerKey } from "@/db/queries/money/call/claims";
import { type FinishedResponse, freeAnswerKey } from "@/db/queries/money/call/stored-answers";
import { isReceiptDayClosed, type ReceiptRow } from "@/db/queries/receipts/receipts";
import { endLease, findAuthorizationRow, markFailed, noteBroadcast, type LeasedAuthorization } from "@/db/queries/money/call/x402";
import { ChainUnavailable } from "@/lib/money/chain/chain-unavailable";
import type { Payment } from "@/lib/money/chain/parse-payment";
import type { SettleOptions } from "@/lib/money/chain/settle-payment";
import { costOfSent, type Settlement } from "@/lib/money/chain/settlement";
import type { X402 } from "@/lib/money/chain/x402";
import { encodePaymentResponse, type X402Terms } from "@/lib/money/chain/x402-terms";
import type { Refusal } from "@/lib/money/chain/refusal";
import { ApiError } from "@/lib/errors";
import { bookSettlement, type SettledPayment } from "./book-settlement";
import { AlreadyClaimedError } from "../../base/credit-transfer";
import { crashPoint } from "../../base/crash-point";
import type { CallTerms } from "../paid-call";
import { paymentRequired, type Resource } from "../payment-required";
import type { Rails } from "../../base/rails";
import { refusal, retryable } from "../../base/refusals";
import { settleInTurn } from "../../base/settle-in-turn";

export interface X402Session {
  db: Db;
  rails: Rails;
  x402: X402;
  terms: CallTerms;
  resource: Resource;
  x402Terms: X402Terms;
  payment: Payment;
  header: string;
  /** Key of the stored answer for the payer's Idempotency-Key; null without one. */
  payerKey: BoundAnswerKey | null;
  /** `leaseUntil` changes each time a request takes the payment. */
  row: LeasedAuthorization;
}

const PENDING_RETRY_SECONDS = 2;
/** Longer than settling usually takes. A request that takes longer sends nothing once another has taken over the payment. */
export const SETTLING_MS = 30_000;

export const x402AnswerKey = ({ row: { asset, payer, nonce }, terms }: X402Session): BoundAnswerKey => ({
  scope: "x402",
  key: `${asset}:${payer}:${nonce}`,
  requestHash: terms.requestHash,
});

const responseHeader = (
  { x402Terms, payment }: X402Session,
  outcome: { isSuccess: boolean; txHash: string | null; refused?: Refusal },
): Record<string, string> => {
  const { name, value } = encodePaymentResponse(x402Terms, payment.version, { payer: payment.payer, ...outcome });
  return { [name]: value };
};

/** A payment that names another resource stays bound to it, even before that request has come. */
function paysForAnother(reason: Refusal, headers: Record<string, string>): ApiError {
  const message = "The payment names another resource than this request: one payment pays for one request. Nothing was charged.";
  return new ApiError("payment_already_used", message, { reason }, headers);
}

export function paymentFailed(session: X402Session, reason: Refusal): ApiError {
  const { rails, terms, resource } = session;
  const headers = responseHeader(session, { isSuccess: false, txHash: null, refused: reason });
  if (reason === "wrong_resource") return paysForAnother(reason, headers);
  return paymentRequired(rails, terms, resource, {
    code: "payment_failed",
    message: `The payment was not taken: ${reason.replaceAll("_", " ")}. Nothing was charged.`,
    details: { reason, payment_state: "unspent" },
    headers,
  });
}

const settlementPending = (txHash: string | null): ApiError =>
  retryable(
    "settlement_pending",
    "The payment was sent and is not settled yet. Do not pay again: the answer is stored, and this same request with this same payment gets it.",
    PENDING_RETRY_SECONDS,
    { payment_state: "pending", transaction: txHash },
  );

/** Stores the transaction hash before sending. It refuses to send once another request has taken over the payment. */
export function sendingOptions({ db, x402, row }: X402Session): SettleOptions {
  const onBroadcast = async (txHash: string) => {
    if (!(await noteBroadcast(db, row, txHash))) throw new Error("another request has taken this payment");
    await crashPoint("claim:noted");
  };
  return { now: new Date(), onBroadcast, ...(x402.settler ? { exclusively: settleInTurn(db) } : {}) };
}

async function bookingFailed({ db, row }: X402Session, txHash: string, error: unknown, now: Date): Promise<unknown> {
  await endLease(db, row, now).catch(() => undefined);
  if (error instanceof ChainUnavailable || isReceiptDayClosed(error)) return settlementPending(txHash);
  if (error instanceof AlreadyClaimedError) {
    return refusal("tx_already_used", "The transaction that settled this payment was claimed in another way.");
  }
  return error;
}

/** What sending the payment has cost us, in gwei; null while that is not known. */
async function gasGweiOf({ db, x402: { chain }, row }: X402Session, settlement: Settlement | null): Promise<number | null> {
  const stored = await findAuthorizationRow(db, row);
  return stored?.gasGwei == null ? null : costOfSent(chain, stored.txHash, settlement);
}

/** The payment can no longer settle. */
export async function failPayment(session: X402Session, settlement: Settlement | null): Promise<void> {
  await markFailed(session.db, session.row, x402AnswerKey(session), await gasGweiOf(session, settlement));
}

async function bookAnswer(
  session: X402Session,
  settled: SettledPayment,
  answer: FinishedResponse,
  receipt: ReceiptRow,
): Promise<Record<string, string>> {
  const { db, x402, row, terms, payerKey } = session;
  const now = new Date();
  await crashPoint("claim:settled");
  const headers = responseHeader(session, { isSuccess: true, txHash: settled.txHash });
  const stored = { ...answer, headers: { ...answer.headers, ...headers } };
  const answerKeys = [x402AnswerKey(session), ...(payerKey ? [payerKey] : [])];
  const gasGwei = await gasGweiOf(session, settled);
  try {
    await bookSettlement(db, x402.chain, { key: row, settled, gasGwei, terms, answer: stored, receipt, answerKeys, now });
  } catch (error) {
    throw await bookingFailed(session, settled.txHash, error, now);
  }
  await crashPoint("call:captured");
  return headers;
}

/** Delivers a finished answer or throws, by its payment's outcome. Returns headers to add to the answer. */
export async function concludeSettlement(
  session: X402Session,
  settlement: Settlement,
  answer: FinishedResponse,
  receipt: ReceiptRow,
): Promise<Record<string, string>> {
  const { db, row, payerKey } = session;
  if (settlement.state === "pending") {
    await endLease(db, row, new Date());
    throw settlementPending(settlement.txHash);
  }
  if (settlement.state === "failed") {
    await failPayment(session, settlement);
    if (payerKey) await freeAnswerKey(db, payerKey);
    throw paymentFailed(session, settlement.reason);
  }
  return bookAnswer(session, settlement, answer, receipt);
}
