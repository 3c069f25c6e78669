import { inTransaction } from "@/db/client";
import { claimForCall, reserveForClaim, type BoundAnswerKey, type TransactionCall } from "@/db/queries/money/call/claims";
import type { SeenTransfer } from "@/db/queries/money/transfers/transfers";
import { isSettling } from "@/db/queries/money/call/x402";
import { findQuoteByMemo } from "@/db/queries/money/purchase/quotes";
import { ApiError } from "@/lib/errors";
import { hashMemo } from "../../base/memo-of";
import { transactionPaidCall, transactionTooSmall } from "./transaction-paid-call";
import { findEarlierTransactionCall, inUse } from "./earlier-transaction-call";
import { crashPoint } from "../../base/crash-point";
import { type PaidCall, type Replay, newHoldId } from "../paid-call";
import { leaseEnd, underPayerKey } from "../token/payer-key";
import { proveTransaction, type TransactionProof, type TransactionSession } from "./prove-transaction";
import { requireRailsChain, requireSelling } from "../../base/rails";
import { readPayment, type Payment } from "../../base/read-payment";
import { orEarlierCall, retryable } from "../../base/refusals";
import { screenPayers } from "../../base/screen-payers";
import { creditAllTransfers } from "../../base/credit-transaction";

const HASH = /^0x[0-9a-f]{64}$/;
const UNSETTLED_RETRY_SECONDS = 5;

async function readFor({ db, rails, credential }: TransactionSession): Promise<Payment> {
  const quote = credential.quote === null ? null : await findQuoteByMemo(db, hashMemo(credential.quote));
  try {
    return await readPayment(requireRailsChain(rails), credential.hash, quote);
  } catch (error) {
    if (error instanceof ApiError && error.code === "verification_failed") {
      throw new ApiError("tx_verification_failed", error.message, error.details);
    }
    throw error;
  }
}

/** Claims the hash, credits its transfers and holds the price in one transaction. Null when another claim came first. */
function claim(
  session: TransactionSession,
  proof: TransactionProof,
  transfers: readonly SeenTransfer[],
  call: TransactionCall,
): Promise<{ accountId: number; credits: number } | null> {
  const { db, terms } = session;
  const { chainId, txHash } = call;
  return inTransaction(db, async (tx) => {
    if (!(await claimForCall(tx, call, proof.rail))) return null;
    const bought = await creditAllTransfers(tx, {
      chainId,
      txHash,
      transfers,
      signer: null,
      quoteId: proof.quoteId,
      accountId: null,
      now: terms.now,
    });
    await crashPoint("claim:settled");
    const provenPurchases = bought.filter(({ quoteId, sender }) =>
      proof.quoteId === null ? quoteId === null && sender === proof.payer : quoteId === proof.quoteId,
    );
    const accountId = provenPurchases[0]?.accountId;
    const credits = provenPurchases.reduce((sum, purchase) => sum + purchase.credits, 0);
    if (accountId === undefined || credits < terms.credits || !(await reserveForClaim(tx, call, accountId))) {
      throw transactionTooSmall(credits, terms.credits);
    }
    return { accountId, credits };
  });
}

async function openNew(
  session: TransactionSession,
  call: TransactionCall,
  transfers: readonly SeenTransfer[],
  proof: TransactionProof,
  payerKey: BoundAnswerKey | null,
): Promise<PaidCall> {
  const { db, terms } = session;
  const claimed = await claim(session, proof, transfers, call);
  if (claimed === null) throw inUse();
  await crashPoint("claim:claimed");
  return transactionPaidCall(db, call, call, { payer: proof.payer, hasToken: proof.rail !== "bare", ...claimed, payerKey }, terms);
}

async function openVerified(session: TransactionSession, call: TransactionCall): Promise<PaidCall | Replay> {
  const { db, rails, terms } = session;
  requireSelling(rails);
  const { transfers, authorizations } = await readFor(session);
  const proof = await proveTransaction(session, transfers);
  if (proof.credits < terms.credits) throw transactionTooSmall(proof.credits, terms.credits);
  await screenPayers(rails.screener, transfers);
  // Without proof nobody may present the transaction of a signed payment that is still being settled.
  if (proof.rail === "bare" && (await isSettling(db, authorizations))) {
    throw retryable("tx_in_flight", "This transaction carries out a signed payment that is being settled. Retry.", UNSETTLED_RETRY_SECONDS);
  }
  await crashPoint("claim:verified");
  return underPayerKey(db, proof.payer, terms, (payerKey) => openNew(session, call, transfers, proof, payerKey));
}

export async function openTransactionCall(request: TransactionSession): Promise<PaidCall | Replay> {
  const credential = { ...request.credential, hash: request.credential.hash.toLowerCase() };
  const session = { ...request, credential };
  const { rails, terms } = session;
  if (!HASH.test(credential.hash)) {
    throw new ApiError("invalid_tx_hash", `\`X-Payment-Tx\` is not a transaction hash: 0x and 64 hex digits.`);
  }
  const { chainId } = requireRailsChain(rails);
  const leaseUntil = leaseEnd(terms.now);
  const call: TransactionCall = { ...terms, chainId, txHash: credential.hash, holdId: newHoldId(), leaseUntil };
  const findEarlier = () => findEarlierTransactionCall(session, call);
  return (await findEarlier()) ?? openVerified(session, call).catch((error: unknown) => orEarlierCall(error, findEarlier));
}
