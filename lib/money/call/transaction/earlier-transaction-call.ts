import { findClaim, retakeClaim, type CallClaim, type TransactionCall } from "@/db/queries/money/call/claims";
import { findStoredAnswer } from "@/db/queries/money/call/stored-answers";
import { listPurchasesOf, type Purchase } from "@/db/queries/money/purchase/purchases";
import { findQuoteByMemo } from "@/db/queries/money/purchase/quotes";
import { transactionPaidCall, transactionTooSmall, transactionAnswerKey } from "./transaction-paid-call";
import { hashMemo } from "../../base/memo-of";
import type { PaidCall, Replay } from "../paid-call";
import { underPayerKey } from "../token/payer-key";
import { signerOf, signDetails, type TransactionSession } from "./prove-transaction";
import { refusal, retryable } from "../../base/refusals";

const GONE_RETRY_SECONDS = 10;

/** A hash that was claimed with a memo or signature needs the same proof again. A bare hash works for anyone who has it. */
async function requireSameClaimant(session: TransactionSession, claim: CallClaim, paid: readonly Purchase[]): Promise<void> {
  const { db, credential } = session;
  if (claim.rail === "bare" || claim.rail === "x402") return;
  if (claim.rail === "quote") {
    const quote = credential.quote === null ? null : await findQuoteByMemo(db, hashMemo(credential.quote));
    if (quote && paid.some(({ quoteId }) => quoteId === quote.id)) return;
  } else if ((await signerOf(session, paid)) !== null) return;
  throw refusal(
    "tx_already_used",
    "This transaction was claimed with a proof. Show the same proof for this request.",
    claim.rail === "proof" ? signDetails(session) : {},
  );
}

export const inUse = () => retryable("tx_in_flight", "Another request is using this transaction. Retry.", 1);
const alreadyUsed = () => refusal("tx_already_used", "This transaction has paid for another request.");

async function replayOf({ db, terms }: TransactionSession, claim: CallClaim, call: TransactionCall): Promise<Replay> {
  if (claim.requestHash !== terms.requestHash || claim.rail === "x402") throw alreadyUsed();
  const { scope, key } = transactionAnswerKey(call, terms.requestHash);
  const stored = await findStoredAnswer(db, scope, key);
  if (!stored?.answer) throw refusal("tx_already_used", "This transaction has paid for this request; its answer is not kept any more.");
  return { replay: stored.answer };
}

async function retake(
  session: TransactionSession,
  claim: CallClaim,
  paid: readonly Purchase[],
  call: TransactionCall,
): Promise<PaidCall | Replay | null> {
  const { db, terms } = session;
  const own = paid.filter(({ accountId }) => accountId === claim.accountId);
  const payer = own[0]?.sender;
  const credits = own.reduce((sum, purchase) => sum + purchase.credits, 0);
  if (payer === undefined) {
    throw retryable("tx_not_confirmed", "The block of this transaction is being looked at. Retry.", GONE_RETRY_SECONDS);
  }
  return underPayerKey(db, payer, terms, async (payerKey) => {
    const taken = await retakeClaim(db, call);
    if (!taken) throw inUse();
    if (!taken.isCovered) throw transactionTooSmall(taken.worth, terms.credits);
    return transactionPaidCall(
      db,
      call,
      call,
      { payer, hasToken: claim.rail !== "bare", accountId: taken.accountId, credits, payerKey },
      terms,
    );
  });
}

/** The stored answer or a retry of a hash that was presented before; throws when neither is possible. Null when the hash is new. */
export async function findEarlierTransactionCall(session: TransactionSession, call: TransactionCall): Promise<PaidCall | Replay | null> {
  const { db, terms } = session;
  const claim = await findClaim(db, call);
  if (!claim) return null;
  if (claim.state === "gone") {
    throw retryable("tx_not_confirmed", "The block of this transaction went away. If it comes back, it pays. Retry.", GONE_RETRY_SECONDS, {
      confirmations: 0,
    });
  }
  if (claim.state === "bought") {
    throw refusal(
      "tx_already_used",
      "This transaction bought credits. Its quote's memo or its payer's signature collects their token at POST /api/payment/confirm.",
    );
  }
  const isRunning = claim.state === "running" && claim.leaseUntil !== null && claim.leaseUntil >= terms.now;
  if (isRunning) throw inUse();
  const paid = await listPurchasesOf(db, call.chainId, call.txHash);
  if (claim.state === "spent" && claim.requestHash !== terms.requestHash) throw alreadyUsed();
  await requireSameClaimant(session, claim, paid);
  return claim.state === "spent" ? replayOf(session, claim, call) : retake(session, claim, paid, call);
}
