import { type FinishedResponse, findStoredAnswer } from "@/db/queries/money/call/stored-answers";
import { endLease, findAuthorizationRow, takeSettling, type X402Authorization } from "@/db/queries/money/call/x402";
import type { ReceiptRow } from "@/db/queries/receipts/receipts";
import { resolveSettlement } from "@/lib/money/chain/resolve-settlement";
import type { Settlement } from "@/lib/money/chain/settlement";
import { utcDay } from "@/lib/domain/basics/date-range";
import type { Receipt } from "@/lib/domain/receipts/receipt";
import type { ApiError } from "@/lib/errors";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { publishedKey } from "@/lib/receipts/published-key";
import type { ReceiptKey } from "@/lib/receipts/receipt-key";
import { isSealedAnswer, openAnswer, sealAnswer } from "@/lib/receipts/sealed-answer";
import type { Replay } from "../paid-call";
import { onChain, refusal, retryable } from "../../base/refusals";
import {
  concludeSettlement,
  failPayment,
  paymentFailed,
  sendingOptions,
  SETTLING_MS,
  x402AnswerKey,
  type X402Session,
} from "./x402-payment";

const answerGone = (): ApiError => refusal("payment_already_used", "This payment's answer is not kept any more.");

export const paymentInUse = (): ApiError =>
  retryable("payment_in_flight", "Another request is using this payment. Retry the same request with the same payment.", 1);

const settling = (): ApiError =>
  retryable(
    "payment_in_flight",
    "This payment is being settled. Do not pay again: retry the same request with the same payment, and it gets its answer.",
    1,
    { payment_state: "pending" },
  );

function resolve(session: X402Session, { units, validBefore, txHash }: X402Authorization): Promise<Settlement> {
  const { x402, payment, x402Terms, row } = session;
  const transfer = { payer: row.payer, nonce: row.nonce, value: units };
  const sending = { payment, terms: x402Terms, options: sendingOptions(session) };
  return resolveSettlement(x402, sending, { transfer, validBefore, txHash });
}

/**
 * Issues a new receipt for an answer that is charged on a later day than it was computed. The log of
 * that day may be closed.
 */
function renewReceipt(answer: FinishedResponse, key: ReceiptKey, now: Date): { answer: FinishedResponse; receipt: ReceiptRow } {
  const body = JSON.parse(openAnswer(answer.body)) as Record<string, unknown> & { receipt: Receipt };
  const receipt = buildReceipt({ ...body.receipt, server_time: now.toISOString() }, key);
  const renewed = JSON.stringify({ ...body, receipt });
  return {
    answer: {
      ...answer,
      headers: { ...answer.headers, "X-Receipt-Id": receipt.id },
      body: isSealedAnswer(answer.body) ? sealAnswer(renewed) : renewed,
    },
    receipt: receiptRow(receipt),
  };
}

async function finishSettling(session: X402Session, authorization: X402Authorization): Promise<Replay> {
  const { db } = session;
  const answerKey = x402AnswerKey(session);
  const stored = await findStoredAnswer(db, answerKey.scope, answerKey.key);
  if (!stored?.answer || !authorization.receipt) {
    // Without an answer to deliver nothing is sent. If the payment did settle, its money stays the payer's, unclaimed.
    await failPayment(session, null);
    throw answerGone();
  }
  const settlement = await onChain(resolve(session, authorization));
  const now = new Date();
  const isOfToday = authorization.receipt.day === utcDay(now);
  const { answer, receipt } = isOfToday
    ? { answer: stored.answer, receipt: authorization.receipt }
    : renewReceipt(stored.answer, await publishedKey(db, now), now);
  const headers = await concludeSettlement(session, settlement, answer, receipt);
  return { replay: { ...answer, headers: { ...answer.headers, ...headers } } };
}

export async function resumeCall(session: X402Session): Promise<Replay> {
  const { db, row } = session;
  const now = new Date();
  const leaseUntil = new Date(now.getTime() + SETTLING_MS);
  if (!(await takeSettling(db, row, leaseUntil, now))) throw settling();
  const resumed = { ...session, row: { ...row, leaseUntil } };
  try {
    const authorization = await findAuthorizationRow(db, row);
    if (!authorization) throw settling();
    return await finishSettling(resumed, authorization);
  } catch (error) {
    await endLease(db, resumed.row, new Date()).catch(() => undefined);
    throw error;
  }
}

/** The stored answer of a payment that was presented before, or an error. Null when it is new, or its first request died before sending it. */
export async function findEarlierX402Call(session: X402Session): Promise<Replay | null> {
  const { db, terms, row } = session;
  const authorization = await findAuthorizationRow(db, row);
  if (!authorization) return null;
  if (authorization.requestHash !== terms.requestHash) throw refusal("payment_already_used", undefined);
  if (authorization.state === "failed") throw paymentFailed(session, "failed_before");
  if (authorization.state === "settling") return resumeCall(session);
  if (authorization.state === "running") {
    if (authorization.leaseUntil >= terms.now) throw paymentInUse();
    return null;
  }
  const { scope, key } = x402AnswerKey(session);
  const stored = await findStoredAnswer(db, scope, key);
  if (!stored?.answer) throw answerGone();
  return { replay: stored.answer };
}
