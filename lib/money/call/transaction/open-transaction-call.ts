import { inTransaction } from "@/db/client";
import { claimForCall, reserveForClaim, type AnswerPlace, type ClaimedCall } from "@/db/queries/money/call/claims";
import type { SeenTransfer } from "@/db/queries/money/transfers/transfers";
import { isSettling } from "@/db/queries/money/call/x402";
import { ApiError } from "@/lib/errors";
import { claimedCall, shortOf } from "./transaction-paid-call";
import { findEarlierTxCall } from "./earlier-transaction-call";
import { crashPoint } from "../crash-point";
import { type PaidCall, type Replay, newHoldId } from "../paid-call";
import { leaseEnd, underPayerKey } from "../payer-key";
import { proveTransaction, type TxProof, type TxQuestion } from "./prove-transaction";
import { chainOf, requireSelling } from "../rails";
import { readPayment, type Payment } from "./read-payment";
import { orEarlierCall, retryable } from "../refusals";
import { screenPayers } from "../screen-payers";
import { settleTransfers } from "@/lib/money/purchase/credit-transaction";

const HASH = /^0x[0-9a-f]{64}$/;
const UNSETTLED_RETRY_SECONDS = 5;

async function readFor({ rails, credential }: TxQuestion): Promise<Payment> {
  try {
    return await readPayment(chainOf(rails), credential.hash);
  } catch (error) {
    if (error instanceof ApiError && error.code === "verification_failed") {
      throw new ApiError("tx_verification_failed", error.message, error.details);
    }
    throw error;
  }
}

/** Claims the hash, books all that it paid and sets the price aside, at once. Null: another claim came first. */
function claim(question: TxQuestion, proof: TxProof, transfers: readonly SeenTransfer[], call: ClaimedCall): Promise<number | null> {
  const { db, terms } = question;
  const { chainId, txHash } = call;
  return inTransaction(db, async (tx) => {
    if (!(await claimForCall(tx, call, proof.rail))) return null;
    const bought = await settleTransfers(tx, {
      chainId,
      txHash,
      transfers,
      signer: null,
      quoteId: proof.quoteId,
      accountId: null,
      now: terms.now,
    });
    await crashPoint("claim:settled");
    const mine = bought.filter(({ quoteId, sender }) =>
      proof.quoteId === null ? quoteId === null && sender === proof.payer : quoteId === proof.quoteId,
    );
    const accountId = mine[0]?.accountId;
    const credits = mine.reduce((sum, purchase) => sum + purchase.credits, 0);
    if (accountId === undefined || credits < terms.credits || !(await reserveForClaim(tx, call, accountId))) {
      throw shortOf(credits, terms.credits);
    }
    return accountId;
  });
}

async function openNew(
  question: TxQuestion,
  call: ClaimedCall,
  transfers: readonly SeenTransfer[],
  proof: TxProof,
  place: AnswerPlace | null,
): Promise<PaidCall> {
  const { db, terms } = question;
  const accountId = await claim(question, proof, transfers, call);
  if (accountId === null) throw retryable("tx_in_flight", "Another request is using this transaction. Retry.", 1);
  await crashPoint("claim:claimed");
  return claimedCall(db, call, call, { payer: proof.payer, hasToken: proof.rail !== "bare", accountId, place }, terms);
}

async function openVerified(question: TxQuestion, call: ClaimedCall): Promise<PaidCall | Replay> {
  const { db, rails, terms } = question;
  requireSelling(rails);
  const { transfers, authorizations } = await readFor(question);
  const proof = await proveTransaction(question, transfers);
  if (proof.credits < terms.credits) throw shortOf(proof.credits, terms.credits);
  await screenPayers(
    rails.screener,
    transfers.map(({ sender }) => sender),
  );
  // The transaction of a signed payment that is being settled is nobody's to present without proof.
  if (proof.rail === "bare" && (await isSettling(db, authorizations))) {
    throw retryable("tx_in_flight", "This transaction carries out a signed payment that is being settled. Retry.", UNSETTLED_RETRY_SECONDS);
  }
  await crashPoint("claim:verified");
  return underPayerKey(db, proof.payer, terms, (place) => openNew(question, call, transfers, proof, place));
}

/** Pays one call with a transaction that brought us USDC. */
export async function openTxCall(given: TxQuestion): Promise<PaidCall | Replay> {
  const credential = { ...given.credential, hash: given.credential.hash.toLowerCase() };
  const question = { ...given, credential };
  const { rails, terms } = question;
  if (!HASH.test(credential.hash)) {
    throw new ApiError("invalid_tx_hash", `\`X-Payment-Tx\` is not a transaction hash: 0x and 64 hex digits.`);
  }
  const { chainId } = chainOf(rails);
  const call: ClaimedCall = {
    chainId,
    txHash: credential.hash,
    holdId: newHoldId(),
    credits: terms.credits,
    method: terms.method,
    endpoint: terms.endpoint,
    requestHash: terms.requestHash,
    leaseUntil: leaseEnd(terms.now),
    now: terms.now,
  };
  const findEarlier = () => findEarlierTxCall(question, call);
  return (await findEarlier()) ?? openVerified(question, call).catch((error: unknown) => orEarlierCall(error, findEarlier));
}
