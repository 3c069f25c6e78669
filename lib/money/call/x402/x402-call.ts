import { inTransaction, type Db } from "@/db/client";
import { requireOpenReceiptDay } from "@/db/queries/receipts/receipts";
import { walletAccount } from "@/db/queries/money/ledger/ledger";
import { freeAnswerKey } from "@/db/queries/money/call/stored-answers";
import {
  beginSettling,
  forgetAuthorization,
  lockPayer,
  payerUse,
  takeAuthorization,
  withdrawSettling,
  type AuthorizationKey,
  type NewAuthorization,
  type PayerUse,
} from "@/db/queries/money/call/x402";
import { usdcBalanceOf } from "@/lib/money/chain/usdc-balance";
import { settlePayment } from "@/lib/money/chain/settle-payment";
import { verifyPayment } from "@/lib/money/chain/verify-payment";
import { ApiError } from "@/lib/errors";
import { authorizationReference } from "./book-settlement";
import { crashPoint } from "../crash-point";
import { findEarlierX402Call, paymentInUse } from "./earlier-x402-call";
import type { CallTerms, FinishedCall, PaidCall, Replay } from "../paid-call";
import { underPayerKey, walletMark } from "../payer-key";
import { paymentRequired, type Resource } from "../payment-required";
import { requireRailsChain, requireSelling, type Rails } from "../rails";
import { onChain, orEarlierCall, retryable } from "../refusals";
import { screenPayers } from "../screen-payers";
import { concludeSettlement, paymentFailed, sendingOptions, SETTLING_MS, x402AnswerKey, type X402Session } from "./x402-payment";
import { openSession, sendingOf } from "./x402-session";

const FAILURE_LIMIT = { failures: 5, windowSeconds: 3600 } as const;

const recentUse = (db: Db, { payer, nonce }: AuthorizationKey, now: Date): Promise<PayerUse> =>
  payerUse(db, { payer, nonce, now, since: new Date(now.getTime() - FAILURE_LIMIT.windowSeconds * 1000) });

function refuseRepeatedFailures(failures: number): void {
  if (failures < FAILURE_LIMIT.failures) return;
  throw retryable("too_many_failed_payments", undefined, FAILURE_LIMIT.windowSeconds, { limit: FAILURE_LIMIT.failures });
}

/**
 * Each settlement costs us gas, also one that reverts. So a payer has at most as many under way as its balance covers,
 * and after a failure those under way count as failures to come. Without a balance it claims only while no other payment
 * draws on that, and else answers null.
 */
const claim = (session: X402Session, taking: NewAuthorization, balance: bigint | null): Promise<boolean | null> =>
  inTransaction(session.db, async (tx) => {
    await lockPayer(tx, taking.payer);
    const { failures, unsettled, unsettledUnits } = await recentUse(tx, taking, taking.now);
    refuseRepeatedFailures(failures > 0 ? failures + unsettled : 0);
    if (unsettled > 0 && balance === null) return null;
    if (balance !== null && unsettledUnits + taking.units > balance) throw paymentFailed(session, "insufficient_balance");
    return takeAuthorization(tx, taking);
  });

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

async function openNew(session: X402Session): Promise<PaidCall> {
  const { x402, row, payment, terms } = session;
  const validBefore = new Date(Math.min(Number(payment.validBefore) * 1000, 8.64e15));
  const taking = { ...row, requestHash: terms.requestHash, units: payment.value, validBefore, now: terms.now };
  const isTaken =
    (await claim(session, taking, null)) ?? (await claim(session, taking, await onChain(usdcBalanceOf(x402.chain, row.payer))));
  if (!isTaken) throw paymentInUse();
  await crashPoint("claim:claimed");
  return x402PaidCall(session);
}

async function openVerified(session: X402Session): Promise<PaidCall | Replay> {
  const { db, rails, x402, payment, x402Terms, terms, row } = session;
  requireSelling(rails);
  // A payer who fails again and again is refused before the chain is asked.
  refuseRepeatedFailures((await recentUse(db, row, terms.now)).failures);
  const verified = await onChain(verifyPayment(x402, payment, x402Terms, terms.now));
  if (!verified.ok) throw paymentFailed(session, verified.refused);
  await screenPayers(rails.screener, [{ sender: payment.payer }]);
  await crashPoint("claim:verified");
  return underPayerKey(db, payment.payer, terms, () => openNew(session));
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
    orEarlierCall(error, () => findEarlierX402Call({ ...session, terms: { ...terms, now: new Date() } })),
  );
}
