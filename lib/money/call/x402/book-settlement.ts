import { inTransaction, type Db } from "@/db/client";
import { claimForCall, insertAnswers, reserveForClaim, type BoundAnswerKey, type TransactionCall } from "@/db/queries/money/call/claims";
import { captureHold } from "@/db/queries/money/call/holds";
import type { FinishedResponse } from "@/db/queries/money/call/stored-answers";
import type { ReceiptRow } from "@/db/queries/receipts/receipts";
import type { SeenTransfer } from "@/db/queries/money/transfers/transfers";
import { activateWatch } from "@/db/queries/watches/watches";
import { markSettled, type AuthorizationKey } from "@/db/queries/money/call/x402";
import { agreed } from "@/lib/money/chain/agreed";
import type { Chain } from "@/lib/money/chain/chain";
import { blockAt } from "@/lib/money/chain/chain-head";
import { ChainUnavailable } from "@/lib/money/chain/chain-unavailable";
import type { Settlement } from "@/lib/money/chain/settlement";
import { newHoldId, type CallTerms } from "../paid-call";
import { AlreadyClaimedError } from "../../base/credit-transfer";
import { creditAllTransfers } from "../../base/credit-transaction";

/** Identifies a call until its payment has settled, because it gets a hold only then. */
export const authorizationReference = ({ asset, payer, nonce }: AuthorizationKey): string => `x402:${asset}:${payer}:${nonce}`;

export type SettledPayment = Extract<Settlement, { state: "settled" }>;

/** The settlement's transfer in the ledger's shape. Throws ChainUnavailable when its block is not visible yet. */
async function transferOf(chain: Chain, { txHash, logIndex, payer, units, blockNumber, blockHash }: SettledPayment): Promise<SeenTransfer> {
  const block = await agreed(chain, (rpc) => blockAt(rpc, blockNumber));
  if (block?.hash !== blockHash) throw new ChainUnavailable("moved");
  return {
    chainId: chain.chainId,
    txHash,
    logIndex,
    sender: payer,
    units,
    blockNumber: Number(blockNumber),
    blockHash,
    blockTime: block.time,
  };
}

export interface Booking {
  key: AuthorizationKey;
  settled: SettledPayment;
  /** What sending it has cost us; null while that is not known. */
  gasGwei: number | null;
  terms: CallTerms;
  answer: FinishedResponse;
  receipt: ReceiptRow;
  answerKeys: readonly BoundAnswerKey[];
  now: Date;
}

/** Books a settled payment and charges its call in one transaction. Idempotent. */
export async function bookSettlement(
  db: Db,
  chain: Chain,
  { key, settled, gasGwei, terms, answer, receipt, answerKeys, now }: Booking,
): Promise<void> {
  const transfer = await transferOf(chain, settled);
  const { chainId, txHash } = transfer;
  const call: TransactionCall = { ...terms, chainId, txHash, holdId: newHoldId(), leaseUntil: now, now };
  await inTransaction(db, async (tx) => {
    if (!(await markSettled(tx, key, txHash, gasGwei))) return;
    if (!(await claimForCall(tx, call, "x402"))) throw new AlreadyClaimedError(txHash);
    const bought = await creditAllTransfers(tx, {
      chainId,
      txHash,
      transfers: [transfer],
      signer: null,
      quoteId: null,
      accountId: null,
      now,
    });
    const accountId = bought.find(({ logIndex }) => logIndex === transfer.logIndex)?.accountId;
    const isReserved = accountId !== undefined && (await reserveForClaim(tx, call, accountId));
    if (!isReserved || !(await captureHold(tx, { holdId: call.holdId, receipt, stored: null, answer: null, now }))) {
      throw new Error(`settlement ${txHash} does not pay for its call`);
    }
    await insertAnswers(tx, answerKeys, answer, now);
    await activateWatch(tx, authorizationReference(key), accountId);
  });
}
