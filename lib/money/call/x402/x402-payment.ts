import type { Db } from "@/db/client";
import type { AnswerPlace } from "@/db/queries/money/call/claims";
import { type FinishedAnswer, freeAnswerKey } from "@/db/queries/money/call/stored-answers";
import { isReceiptDayClosed, type ReceiptRow } from "@/db/queries/receipts/receipts";
import { endLease, markFailed, noteBroadcast, type Leased } from "@/db/queries/money/call/x402";
import { ChainUnavailable } from "@/lib/money/chain/chain-unavailable";
import type { Payment } from "@/lib/money/chain/parse-payment";
import type { SettleOptions } from "@/lib/money/chain/settle-payment";
import type { Settlement } from "@/lib/money/chain/settlement";
import type { X402 } from "@/lib/money/chain/x402";
import { encodePaymentResponse, type X402Terms } from "@/lib/money/chain/x402-terms";
import type { ApiError } from "@/lib/errors";
import { bookSettlement } from "./book-settlement";
import { AlreadyClaimedError } from "@/lib/money/purchase/credit-transfer";
import { crashPoint } from "../crash-point";
import type { CallTerms } from "../paid-call";
import { paymentRequired, type Resource } from "../payment-required";
import type { Rails } from "../rails";
import { refusal, retryable } from "../refusals";
import { settleInTurn } from "./settle-in-turn";

/** One signed payment, for one request. */
export interface X402Session {
  db: Db;
  rails: Rails;
  x402: X402;
  terms: CallTerms;
  resource: Resource;
  x402Terms: X402Terms;
  payment: Payment;
  /** As it came in its header. */
  header: string;
  /** Where the answer is kept for the payer's Idempotency-Key; null without one. */
  payersPlace: AnswerPlace | null;
  /** Its lease changes with each taking. */
  row: Leased;
}

const PENDING_RETRY_SECONDS = 2;
/** Longer than settling takes as a rule. Who needs longer sends nothing once somebody else has taken the payment. */
export const SETTLING_MS = 30_000;

export const x402Place = ({ row: { asset, payer, nonce }, terms }: X402Session): AnswerPlace => ({
  scope: "x402",
  key: `${asset}:${payer}:${nonce}`,
  requestHash: terms.requestHash,
});

const responseHeader = (
  { x402Terms, payment }: X402Session,
  outcome: { isSuccess: boolean; txHash: string | null; reason?: string },
): Record<string, string> => {
  const { name, value } = encodePaymentResponse(x402Terms, payment.version, { payer: payment.payer, ...outcome });
  return { [name]: value };
};

/** The demand again, with the reason why this payment was not taken. */
export function paymentFailed(session: X402Session, reason: string): ApiError {
  const { rails, terms, resource } = session;
  const headers = responseHeader(session, { isSuccess: false, txHash: null, reason });
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
    "The payment was sent and is not settled yet. Do not pay again: the answer is kept, and this same request with this same payment gets it.",
    PENDING_RETRY_SECONDS,
    { payment_state: "pending", transaction: txHash },
  );

/** How this process sends a payment: noted before it is sent, and only while the payment is this request's. */
export function sendingOptions({ db, x402, row }: X402Session): SettleOptions {
  const onBroadcast = async (txHash: string) => {
    if (!(await noteBroadcast(db, row, txHash))) throw new Error("another request has taken this payment");
    await crashPoint("claim:noted");
  };
  return { now: new Date(), onBroadcast, ...(x402.settler ? { exclusively: settleInTurn(db) } : {}) };
}

/** What becomes of a finished answer once it is known what became of its payment. Resolves with the headers to add where it was paid. */
export async function concludeSettlement(
  session: X402Session,
  settlement: Settlement,
  answer: FinishedAnswer,
  receipt: ReceiptRow,
): Promise<Record<string, string>> {
  const { db, x402, row, terms, payersPlace } = session;
  const now = new Date();
  const place = x402Place(session);
  if (settlement.state === "pending") {
    await endLease(db, row, now);
    throw settlementPending(settlement.txHash);
  }
  if (settlement.state === "failed") {
    await markFailed(db, row, place);
    if (payersPlace) await freeAnswerKey(db, payersPlace);
    throw paymentFailed(session, settlement.reason);
  }
  await crashPoint("claim:settled");
  const headers = responseHeader(session, { isSuccess: true, txHash: settlement.txHash });
  const kept = { ...answer, headers: { ...answer.headers, ...headers } };
  try {
    await bookSettlement(db, x402.chain, {
      key: row,
      settled: settlement,
      terms,
      answer: kept,
      receipt,
      places: [place, ...(payersPlace ? [payersPlace] : [])],
      now,
    });
  } catch (error) {
    await endLease(db, row, now).catch(() => undefined);
    if (error instanceof ChainUnavailable || isReceiptDayClosed(error)) throw settlementPending(settlement.txHash);
    if (error instanceof AlreadyClaimedError) {
      throw refusal("tx_already_used", "The transaction that settled this payment was claimed in another way.");
    }
    throw error;
  }
  await crashPoint("call:captured");
  return headers;
}
