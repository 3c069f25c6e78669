import type { Db } from "@/db/client";
import { requireOpenReceiptDay } from "@/db/queries/receipts";
import { walletAccount } from "@/db/queries/ledger";
import { freeAnswerKey } from "@/db/queries/stored-answers";
import { beginSettling, countFailures, forgetAuthorization, noteBroadcast, takeAuthorization, withdrawSettling } from "@/db/queries/x402";
import { parsePayment, type Payment } from "@/lib/chain/parse-payment";
import { settlePayment } from "@/lib/chain/settle-payment";
import { verifyPayment } from "@/lib/chain/verify-payment";
import { ApiError } from "@/lib/errors";
import { authorizationReference } from "./book-settlement";
import { crashPoint } from "./crash-point";
import { findEarlierX402Call, inUse } from "./earlier-x402-call";
import type { CallTerms, Finished, PaidCall, Replay } from "./paid-call";
import { leaseEnd, payerPlace, underPayerKey, walletMark } from "./payer-key";
import { paymentRequired, x402TermsOf, type Resource } from "./payment-required";
import { chainOf, requireSelling, type Rails } from "./rails";
import { onChain, retryable } from "./refusals";
import { screenPayers } from "./screen-payers";
import { settleInTurn } from "./settle-in-turn";
import { concludeSettlement, paymentFailed, x402Place, type X402Session } from "./x402-payment";

/** Longer than settling takes, with a turn to wait for. */
const SETTLING_MS = 120_000;
const FAILURE_LIMIT = { failures: 5, windowSeconds: 3600 } as const;

function readPaymentHeader(header: string): Payment {
  const parsed = parsePayment({ get: (name) => (name === "payment-signature" ? header : null) });
  if (parsed.kind === "payment") return parsed.payment;
  const fault = parsed.kind === "malformed" ? parsed.fault : "not_base64_json";
  const at = parsed.kind === "malformed" ? parsed.at : null;
  throw new ApiError("invalid_payment", `The payment header cannot be read: ${fault.replaceAll("_", " ")}${at ? ` at ${at}` : ""}.`, { reason: fault, ...(at ? { at } : {}) });
}

/** Each failed settlement may have cost gas. */
async function refuseFailing({ db, row, terms }: X402Session): Promise<void> {
  const since = new Date(terms.now.getTime() - FAILURE_LIMIT.windowSeconds * 1000);
  if ((await countFailures(db, row.payer, since)) < FAILURE_LIMIT.failures) return;
  throw retryable("too_many_failed_payments", undefined, FAILURE_LIMIT.windowSeconds, { limit: FAILURE_LIMIT.failures });
}

async function settleAndCharge(session: X402Session, { receipt, at, hasDraft: _, ...answer }: Finished): Promise<Record<string, string>> {
  const { db, x402, payment, x402Terms, row } = session;
  const leaseUntil = new Date(at.getTime() + SETTLING_MS);
  const place = x402Place(session);
  if (!(await beginSettling(db, row, { receipt, answer, place, leaseUntil, now: at }))) throw new ApiError("hold_lost");
  const settling = { ...session, row: { ...row, leaseUntil } };
  const inTurn = x402.settler ? { exclusively: settleInTurn(db) } : {};
  const onBroadcast = (txHash: string) => noteBroadcast(db, settling.row, txHash);
  const settlement = await onChain(settlePayment(x402, payment, x402Terms, { now: new Date(), ...inTurn, onBroadcast })).catch(async (error: unknown) => {
    // Thrown only where nothing was sent.
    const key = payerPlace(row.payer, session.terms);
    await withdrawSettling(db, settling.row, place).catch(() => undefined);
    if (key) await freeAnswerKey(db, key).catch(() => undefined);
    throw error;
  });
  return concludeSettlement(settling, settlement, answer, receipt);
}

function signedCall(session: X402Session): PaidCall {
  const { db, row, terms } = session;
  const payer = walletMark(row.payer);
  const key = payerPlace(row.payer, terms);
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
      if (key) await freeAnswerKey(db, key);
      return { "X-Payment-State": "unspent" };
    },
    async abandon() {
      if (isSettling) return;
      await forgetAuthorization(db, row, { receipt: null, waiver: null, now: new Date() });
      if (key) await freeAnswerKey(db, key);
    },
  };
}

async function openNew(session: X402Session): Promise<PaidCall> {
  const { db, row, payment, terms } = session;
  const validBefore = new Date(Math.min(Number(payment.validBefore) * 1000, 8.64e15));
  const isTaken = await takeAuthorization(db, { ...row, requestHash: terms.requestHash, units: payment.value, validBefore, now: terms.now });
  if (!isTaken) throw inUse();
  await crashPoint("claim:claimed");
  return signedCall(session);
}

/** Pays one call with a transfer that the payer signed: checked now, sent once the answer is ready. */
export async function openX402Call(db: Db, rails: Rails, header: string, terms: CallTerms, resource: Resource): Promise<PaidCall | Replay> {
  const chain = chainOf(rails);
  const { x402 } = rails;
  if (!x402) throw paymentRequired(rails, terms, resource, { code: "payment_required", message: "Signed payments are not offered here. Nothing was taken.", details: { reason: "x402_not_offered" } });
  const payment = readPaymentHeader(header);
  const x402Terms = x402TermsOf(x402, terms, resource);
  const row = { asset: chain.usdc, payer: payment.payer, nonce: payment.nonce, leaseUntil: leaseEnd(terms.now) };
  const session: X402Session = { db, rails, x402, terms, resource, x402Terms, payment, row };
  const earlier = await findEarlierX402Call(session);
  if (earlier) return earlier;
  requireSelling(rails);
  await refuseFailing(session);
  const verified = await onChain(verifyPayment(x402, payment, x402Terms, terms.now));
  if (!verified.ok) throw paymentFailed(session, verified.refused);
  await screenPayers(rails.screener, [payment.payer]);
  await crashPoint("claim:verified");
  return underPayerKey(db, payment.payer, terms, () => openNew(session));
}
