import { findStoredAnswer } from "@/db/queries/stored-answers";
import { endLease, findAuthorizationRow, takeSettling, type X402Authorization } from "@/db/queries/x402";
import { chainHead } from "@/lib/chain/chain-head";
import { refusalOffline } from "@/lib/chain/check-payment";
import { resumeSettlement, settlePayment } from "@/lib/chain/settle-payment";
import type { Settlement } from "@/lib/chain/settlement";
import { verifyPayment } from "@/lib/chain/verify-payment";
import { utcDay } from "@/lib/domain/date-range";
import type { ApiError } from "@/lib/errors";
import { publishedKey } from "@/lib/receipts/published-key";
import { renewReceipt } from "@/lib/receipts/renew-receipt";
import type { Replay } from "./paid-call";
import { leaseEnd } from "./payer-key";
import { onChain, refusal, retryable } from "./refusals";
import { settleInTurn } from "./settle-in-turn";
import { concludeSettlement, paymentFailed, x402Place, type X402Session } from "./x402-payment";

export const inUse = (): ApiError => retryable("payment_in_flight", "Another request is using this payment. Retry the same request with the same payment.", 1);

/** What became of a payment whose settling was cut off. Never said to have failed while the chain might still take it. */
async function resolve(session: X402Session, found: X402Authorization): Promise<Settlement> {
  const { db, x402, payment, x402Terms, row } = session;
  const { latest } = await onChain(chainHead(x402.chain));
  const settlement = await onChain(resumeSettlement(x402, { payer: row.payer, nonce: row.nonce, value: found.units }));
  if (settlement) return settlement;
  if (latest.time >= found.validBefore) return { state: "failed", reason: "expired" };
  const isLate = refusalOffline(payment, x402Terms, x402.chain, new Date(), []) === "expired";
  if (found.txHash !== null || isLate) return { state: "pending", txHash: found.txHash };
  const verified = await onChain(verifyPayment(x402, payment, x402Terms, new Date()));
  if (!verified.ok) throw paymentFailed(session, verified.refused);
  const inTurn = x402.settler ? { exclusively: settleInTurn(db) } : {};
  return onChain(settlePayment(x402, payment, x402Terms, { now: new Date(), ...inTurn }));
}

async function finishSettling(session: X402Session, found: X402Authorization): Promise<Replay> {
  const { db } = session;
  const { scope, key } = x402Place(session);
  const stored = await findStoredAnswer(db, scope, key);
  if (!stored?.answer || !found.receipt) throw refusal("payment_already_used", "This payment's answer is not kept any more.");
  try {
    const settlement = await resolve(session, found);
    const now = new Date();
    const isOfToday = found.receipt.day === utcDay(now);
    const { answer, receipt } = isOfToday ? { answer: stored.answer, receipt: found.receipt } : renewReceipt(stored.answer, await publishedKey(db, now), now);
    const headers = await concludeSettlement(session, settlement, answer, receipt);
    return { replay: { ...answer, headers: { ...answer.headers, ...headers } } };
  } catch (error) {
    await endLease(db, session.row, new Date()).catch(() => undefined);
    throw error;
  }
}

/** What a payment that was shown before is worth now: its answer, or the reason why not. Null: it is new, or its first request died before it was sent. */
export async function findEarlierX402Call(session: X402Session): Promise<Replay | null> {
  const { db, terms, row } = session;
  const found = await findAuthorizationRow(db, row);
  if (!found) return null;
  if (found.requestHash !== terms.requestHash) throw refusal("payment_already_used", undefined);
  if (found.state === "failed") throw paymentFailed(session, "failed_before");
  if (found.state === "running") {
    if (found.leaseUntil >= terms.now) throw inUse();
    return null;
  }
  if (found.state === "settled") {
    const { scope, key } = x402Place(session);
    const stored = await findStoredAnswer(db, scope, key);
    if (!stored?.answer) throw refusal("payment_already_used", "This payment's answer is not kept any more.");
    return { replay: stored.answer };
  }
  const leaseUntil = leaseEnd(terms.now);
  if (!(await takeSettling(db, row, leaseUntil, terms.now))) throw inUse();
  return finishSettling({ ...session, row: { ...row, leaseUntil } }, found);
}
