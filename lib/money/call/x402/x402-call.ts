import type { Db } from "@/db/client";
import { requireOpenReceiptDay } from "@/db/queries/receipts/receipts";
import { walletAccount } from "@/db/queries/money/ledger/ledger";
import { findStoredAnswer, freeAnswerKey } from "@/db/queries/money/call/stored-answers";
import { beginSettling, forgetAuthorization, takeAuthorization, withdrawSettling } from "@/db/queries/money/call/x402";
import { isSignedByPayer, refusalOffline } from "@/lib/money/chain/check-payment";
import { settlePayment } from "@/lib/money/chain/settle-payment";
import { verifyPayment } from "@/lib/money/chain/verify-payment";
import { ApiError } from "@/lib/errors";
import { authorizationReference } from "./book-settlement";
import { crashPoint } from "../../base/crash-point";
import { claimSigned, GAS_MESSAGES, GAS_RETRY_SECONDS, refuseRepeatedFailures, reserveGas, type GasReason } from "../../base/claim-signed";
import { findEarlierX402Call, paymentInUse } from "./earlier-x402-call";
import type { CallTerms, FinishedCall, PaidCall, Replay } from "../paid-call";
import { underPayerKey, walletMark } from "../token/payer-key";
import { paymentRequired, type Resource } from "../payment-required";
import { requireRailsChain, requireSelling, type Rails } from "../../base/rails";
import { onChain, orEarlierCall, refusal, retryable } from "../../base/refusals";
import { screenPayers } from "../../base/screen-payers";
import { concludeSettlement, paymentFailed, sendingOptions, SETTLING_MS, x402AnswerKey, type X402Session } from "./x402-payment";
import { noteUncharged, payerCaller } from "../uncharged-callers";
import { isOfIdentifier, openSession, sendingOf } from "./x402-session";

/** Greatest age of the settler's gas when a call opens. The price is asked anew when the payment is sent. */
const GAS_MS = 10_000;

const unsettleable = (reason: GasReason): ApiError =>
  retryable(
    "settlement_unavailable",
    `${GAS_MESSAGES[reason]} The payment was not sent and nothing was charged: pay with credits, or send the USDC yourself.`,
    GAS_RETRY_SECONDS,
    { reason, payment_state: "unspent" },
  );

async function settleAndCharge(
  session: X402Session,
  { receipt, at, onCharge: _, ...answer }: FinishedCall,
): Promise<Record<string, string>> {
  const { db, x402, payment, x402Terms, row, payerKey } = session;
  const leaseUntil = new Date(at.getTime() + SETTLING_MS);
  const answerKey = x402AnswerKey(session);
  if (!(await beginSettling(db, row, { receipt, answer, answerKey, sending: sendingOf(session), leaseUntil, now: at }))) {
    throw new ApiError("hold_lost");
  }
  const settling = { ...session, row: { ...row, leaseUntil } };
  const settlement = await onChain(settlePayment(x402, payment, x402Terms, sendingOptions(settling))).catch(async (error: unknown) => {
    // settlePayment throws only when nothing was sent.
    await withdrawSettling(db, settling.row, answerKey).catch(() => undefined);
    if (payerKey) await freeAnswerKey(db, payerKey).catch(() => undefined);
    throw error;
  });
  return concludeSettlement(settling, settlement, answer, receipt);
}

function x402PaidCall(session: X402Session): PaidCall {
  const { db, row, terms, payerKey } = session;
  const payer = walletMark(row.payer);
  let isSettling = false;
  return {
    payer,
    reference: authorizationReference(row),
    accountId: () => walletAccount(db, row.payer, terms.now),
    remaining: { charged: 0, waived: 0 },
    async charge(finished) {
      await crashPoint("call:computed");
      await requireOpenReceiptDay(db, finished.receipt.day);
      isSettling = true;
      return settleAndCharge(session, finished);
    },
    async waive({ receipt, at }, reason) {
      noteUncharged(payerCaller(row.payer));
      await forgetAuthorization(db, row, { receipt, waiver: { reason, endpoint: terms.endpoint, credits: terms.credits, payer }, now: at });
      if (payerKey) await freeAnswerKey(db, payerKey);
      return { "X-Payment-State": "unspent" };
    },
    async abandon() {
      if (isSettling) return;
      await forgetAuthorization(db, row, { receipt: null, waiver: null, now: new Date() });
      if (payerKey) await freeAnswerKey(db, payerKey);
    },
  };
}

async function openNew(session: X402Session, gasGwei: number | null): Promise<PaidCall> {
  const { db, x402, row, payment, terms } = session;
  const validBefore = new Date(Math.min(Number(payment.validBefore) * 1000, 8.64e15));
  const claim = { ...row, requestHash: terms.requestHash, units: payment.value, gasGwei, validBefore, now: terms.now };
  const isTaken = await claimSigned(db, x402, {
    claim,
    take: (tx) => takeAuthorization(tx, claim),
    refuseGas: unsettleable,
    insufficientBalance: () => paymentFailed(session, "insufficient_balance"),
  });
  if (!isTaken) throw paymentInUse();
  await crashPoint("claim:claimed");
  return x402PaidCall(session);
}

/**
 * Finds what a payer who lost the answer has paid for, and signs anew under the same key. The wallet
 * may be empty since.
 */
async function findAnswered({ db, payerKey, payment, x402, x402Terms, terms }: X402Session): Promise<Replay | null> {
  if (!payerKey) return null;
  const stored = await findStoredAnswer(db, payerKey.scope, payerKey.key);
  if (stored && stored.requestHash !== terms.requestHash && isOfIdentifier(terms)) {
    throw refusal("payment_already_used", "The payment's `payment-identifier` already paid for another request. Nothing was charged.");
  }
  if (!stored?.answer || stored.requestHash !== terms.requestHash) return null;
  if (refusalOffline(payment, x402Terms, x402.chain, terms.now, [])) return null;
  return (await isSignedByPayer(payment, x402Terms, x402.chain)) ? { replay: stored.answer } : null;
}

async function openVerified(session: X402Session): Promise<PaidCall | Replay> {
  const { db, rails, x402, payment, x402Terms, terms, row } = session;
  const answered = await findAnswered(session);
  if (answered) return answered;
  requireSelling(rails);
  await refuseRepeatedFailures(db, row, terms.now);
  const gasGwei = await reserveGas(x402, payment.value, GAS_MS, unsettleable);
  const verified = await onChain(verifyPayment(x402, payment, x402Terms, terms.now));
  if (!verified.ok) throw paymentFailed(session, verified.refused);
  await screenPayers(rails.screener, [{ sender: payment.payer }]);
  await crashPoint("claim:verified");
  return underPayerKey(db, payment.payer, terms, () => openNew(session, gasGwei));
}

export async function openX402Call(db: Db, rails: Rails, header: string, terms: CallTerms, resource: Resource): Promise<PaidCall | Replay> {
  requireRailsChain(rails);
  const { x402 } = rails;
  if (!x402) {
    throw paymentRequired(rails, terms, resource, {
      code: "payment_required",
      message: "Signed payments are not offered here. Nothing was taken.",
      details: { reason: "x402_not_offered" },
    });
  }
  const session = openSession({ db, rails, x402 }, { header, terms, resource });
  const earlier = await findEarlierX402Call(session);
  if (earlier) return earlier;
  return openVerified(session).catch((error: unknown) =>
    orEarlierCall(error, () => findEarlierX402Call({ ...session, terms: { ...session.terms, now: new Date() } })),
  );
}
