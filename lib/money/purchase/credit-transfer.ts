import type { Db } from "@/db/client";
import { post, SYSTEM } from "@/db/queries/money/ledger/ledger";
import { findEarlierPurchase, insertPurchase } from "@/db/queries/money/purchase/purchases";
import { claimUnits, lockTransfer, type TransferKey } from "@/db/queries/money/transfers/transfers";
import { transferRef } from "../transfers/observe-transfers";

/** Another claim came first, or the transfer's block went away. */
export class AlreadyClaimedError extends Error {
  constructor(txHash: string) {
    super(`transaction ${txHash} is claimed`);
    this.name = "AlreadyClaimedError";
  }
}

export interface Crediting {
  accountId: number;
  credits: number;
  /** Units that these credits cost; the rest of the transfer stays unclaimed. */
  units: bigint;
  quoteId?: number | null;
  tokenId?: number | null;
  signedAt?: Date | null;
}

/**
 * Turns an observed transfer into credits of an account: claims its units, posts the purchase, lists it. Needs a transaction.
 * A transfer that was credited before its block went away first pays what could not be taken back then.
 */
export async function creditTransfer(
  tx: Db,
  key: TransferKey,
  { accountId, credits, units, quoteId = null, tokenId = null, signedAt = null }: Crediting,
  now: Date,
): Promise<number> {
  const transfer = await lockTransfer(tx, key);
  if (!transfer || !(await claimUnits(tx, key, units))) throw new AlreadyClaimedError(key.txHash);
  const earlier = await findEarlierPurchase(tx, key);
  const owed = earlier?.accountId === accountId ? Math.min(earlier.owed, credits) : 0;
  const transactionId = await post(
    tx,
    {
      kind: "purchase",
      externalRef: transferRef("purchase", transfer, transfer.sightings),
      sides: [
        { accountId: SYSTEM.unclaimed, unit: "usdc_base_unit", amount: -Number(units) },
        { accountId: SYSTEM.sales, unit: "usdc_base_unit", amount: Number(units) },
        { accountId: SYSTEM.sales, unit: "credit", amount: -credits },
        { accountId, unit: "credit", amount: credits - owed },
        { accountId: SYSTEM.receivable, unit: "credit", amount: owed },
      ],
    },
    now,
  );
  if (transactionId === null) throw new AlreadyClaimedError(key.txHash);
  const { chainId, txHash, logIndex, sender, blockNumber } = transfer;
  return insertPurchase(tx, {
    chainId,
    txHash,
    logIndex,
    sender,
    blockNumber,
    accountId,
    credits,
    units,
    quoteId,
    tokenId,
    transactionId,
    confirmedAt: now,
    signedAt,
  });
}
