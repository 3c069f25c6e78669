import { findClaim, retakeClaim, type CallClaim, type ClaimedCall } from "@/db/queries/money/call/claims";
import { findStoredAnswer } from "@/db/queries/money/call/stored-answers";
import { listPurchasesOf, type Purchase } from "@/db/queries/money/purchase/purchases";
import { findQuoteByMemo } from "@/db/queries/money/purchase/quotes";
import { ApiError } from "@/lib/errors";
import { claimedCall, shortOf, txPlace } from "./transaction-paid-call";
import { hashMemo } from "@/lib/money/purchase/confirm-purchase";
import type { PaidCall, Replay } from "../paid-call";
import { underPayerKey } from "../payer-key";
import { signerOf, signMember, type TxQuestion } from "./prove-transaction";
import { refusal, retryable } from "../refusals";

const GONE_RETRY_SECONDS = 10;

/** A hash that was claimed with a proof is used with it only; a bare one is whoever's has it. */
async function requireSameClaimant(question: TxQuestion, claim: CallClaim, paid: readonly Purchase[]): Promise<void> {
  const { db, credential } = question;
  if (claim.rail === "bare" || claim.rail === "x402") return;
  if (claim.rail === "quote") {
    const quote = credential.quote === null ? null : await findQuoteByMemo(db, hashMemo(credential.quote));
    if (quote && paid.some(({ quoteId }) => quoteId === quote.id)) return;
  } else if (
    (await signerOf(
      question,
      paid.map(({ sender }) => sender),
    )) !== null
  ) {
    return;
  }
  throw refusal(
    "tx_already_used",
    "This transaction was claimed with a proof. Show the same proof for this request.",
    claim.rail === "proof" ? signMember(question) : {},
  );
}

const used = () => refusal("tx_already_used", "This transaction has paid for another request.");

async function replayOf({ db, terms }: TxQuestion, claim: CallClaim, call: ClaimedCall): Promise<Replay> {
  if (claim.requestHash !== terms.requestHash || claim.rail === "x402") throw used();
  const { scope, key } = txPlace(call, terms.requestHash);
  const stored = await findStoredAnswer(db, scope, key);
  if (!stored?.answer) throw refusal("tx_already_used", "This transaction has paid for this request; its answer is not kept any more.");
  return { replay: stored.answer };
}

async function retake(
  question: TxQuestion,
  claim: CallClaim,
  paid: readonly Purchase[],
  call: ClaimedCall,
): Promise<PaidCall | Replay | null> {
  const { db, terms } = question;
  const payer = paid.find(({ accountId }) => accountId === claim.accountId)?.sender;
  if (payer === undefined) {
    throw retryable("tx_not_confirmed", "The block of this transaction is being looked at. Retry.", GONE_RETRY_SECONDS);
  }
  return underPayerKey(db, payer, terms, async (place) => {
    const taken = await retakeClaim(db, call);
    if (!taken) {
      throw new ApiError(
        "tx_in_flight",
        "Another request is using this transaction. Retry.",
        { reason: "tx_in_flight", retryable: true, retry_after: 1 },
        { "Retry-After": "1" },
      );
    }
    if (!taken.isCovered) throw shortOf(taken.worth, terms.credits);
    return claimedCall(db, call, call, { payer, hasToken: claim.rail !== "bare", accountId: taken.accountId, place }, terms);
  });
}

/** What a hash that was presented before is worth now: its answer again, another try, or the reason why neither. Null: it is new. */
export async function findEarlierTxCall(question: TxQuestion, call: ClaimedCall): Promise<PaidCall | Replay | null> {
  const { db, terms } = question;
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
  if (isRunning) throw retryable("tx_in_flight", "Another request is using this transaction. Retry.", 1);
  const paid = await listPurchasesOf(db, call.chainId, call.txHash);
  if (claim.state === "spent" && claim.requestHash !== terms.requestHash) throw used();
  await requireSameClaimant(question, claim, paid);
  return claim.state === "spent" ? replayOf(question, claim, call) : retake(question, claim, paid, call);
}
