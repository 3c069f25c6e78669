import { inTransaction } from "@/db/client";
import { claimForCall, reserveForClaim, type AnswerPlace, type ClaimedCall } from "@/db/queries/claims";
import type { SeenTransfer } from "@/db/queries/transfers";
import { hasUnsettled } from "@/db/queries/x402";
import { ApiError } from "@/lib/errors";
import { claimedCall, newHoldId, shortOf } from "./claimed-call";
import { findEarlierTxCall } from "./claimed-transaction";
import { crashPoint } from "./crash-point";
import type { PaidCall, Replay } from "./paid-call";
import { leaseEnd, underPayerKey } from "./payer-key";
import { proveTransaction, type TxProof, type TxQuestion } from "./prove-transaction";
import { chainOf, requireSelling } from "./rails";
import { readPayment } from "./read-payment";
import { retryable } from "./refusals";
import { screenPayers } from "./screen-payers";
import { settleTransfers } from "./settle-transaction";

const HASH = /^0x[0-9a-f]{64}$/;
/** While a signed payment of the same wallet settles, its transaction is not somebody else's to present. */
const UNSETTLED_RETRY_SECONDS = 5;

async function readFor({ rails, credential }: TxQuestion): Promise<SeenTransfer[]> {
  try {
    return (await readPayment(chainOf(rails), credential.hash)).transfers;
  } catch (error) {
    if (error instanceof ApiError && error.code === "verification_failed") throw new ApiError("tx_verification_failed", error.message, error.details);
    throw error;
  }
}

/** Claims the hash, books all that it paid and sets the price aside, at once. Null: another claim came first. */
function claim(question: TxQuestion, proof: TxProof, transfers: readonly SeenTransfer[], call: ClaimedCall): Promise<number | null> {
  const { db, terms } = question;
  const { chainId, txHash } = call;
  return inTransaction(db, async (tx) => {
    if (!(await claimForCall(tx, call, proof.rail))) return null;
    const bought = await settleTransfers(tx, { chainId, txHash, transfers, signer: null, quoteId: proof.quoteId, accountId: null, now: terms.now });
    await crashPoint("claim:settled");
    const mine = bought.filter(({ quoteId, sender }) => (proof.quoteId === null ? quoteId === null && sender === proof.payer : quoteId === proof.quoteId));
    const accountId = mine[0]?.accountId;
    const credits = mine.reduce((sum, purchase) => sum + purchase.credits, 0);
    if (accountId === undefined || credits < terms.credits || !(await reserveForClaim(tx, call, accountId))) throw shortOf(credits, terms.credits);
    return accountId;
  });
}

const inFlight = () => retryable("tx_in_flight", "Another request is using this transaction. Retry.", 1);

async function openNew(question: TxQuestion, call: ClaimedCall, transfers: readonly SeenTransfer[], proof: TxProof, place: AnswerPlace | null): Promise<PaidCall> {
  const { db, terms } = question;
  const accountId = await claim(question, proof, transfers, call);
  if (accountId === null) throw inFlight();
  await crashPoint("claim:claimed");
  return claimedCall(db, call, call, { payer: proof.payer, hasToken: proof.rail !== "bare", accountId, place }, terms);
}

/** Pays one call with a transaction that brought us USDC. */
export async function openTxCall(given: TxQuestion): Promise<PaidCall | Replay> {
  const credential = { ...given.credential, hash: given.credential.hash.toLowerCase() };
  const question = { ...given, credential };
  const { db, rails, terms } = question;
  if (!HASH.test(credential.hash)) throw new ApiError("invalid_tx_hash", `\`X-Payment-Tx\` is not a transaction hash: 0x and 64 hex digits.`);
  const { chainId } = chainOf(rails);
  const call: ClaimedCall = { chainId, txHash: credential.hash, holdId: newHoldId(), credits: terms.credits, method: terms.method, endpoint: terms.endpoint, requestHash: terms.requestHash, leaseUntil: leaseEnd(terms.now), now: terms.now };
  const earlier = await findEarlierTxCall(question, call);
  if (earlier) return earlier;
  requireSelling(rails);
  const transfers = await readFor(question);
  const proof = await proveTransaction(question, transfers);
  if (proof.credits < terms.credits) throw shortOf(proof.credits, terms.credits);
  await screenPayers(rails.screener, transfers.map(({ sender }) => sender));
  if (proof.rail === "bare" && (await hasUnsettled(db, transfers.map(({ sender }) => sender), terms.now))) throw retryable("tx_in_flight", "A signed payment of this wallet is being settled. Retry.", UNSETTLED_RETRY_SECONDS);
  await crashPoint("claim:verified");
  const opened = await underPayerKey(db, proof.payer, terms, (place) => openNew(question, call, transfers, proof, place)).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "tx_in_flight") return null;
    throw error;
  });
  const followed = opened ?? (await findEarlierTxCall(question, call));
  if (!followed) throw inFlight();
  return followed;
}
