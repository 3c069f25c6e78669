import type { Db } from "@/db/client";
import { post, SYSTEM, type Side } from "@/db/queries/money/ledger/ledger";
import { findEarlierPurchase, insertPurchase } from "@/db/queries/money/purchase/purchases";
import { claimUnits, lockTransfer, type TransferKey } from "@/db/queries/money/transfers/transfers";
import { transferRef } from "./observe-transfers";

/** Another claim came first, or the transfer's block was reorganised away. */
export class AlreadyClaimedError extends Error {
  constructor(txHash: string) {
    super(`transaction ${txHash} is claimed`);
    this.name = "AlreadyClaimedError";
  }
}

export interface TransferCredit {
  accountId: number;
  credits: number;
  /** Base units of USDC that these credits cost; the rest of the transfer stays unclaimed. */
  units: bigint;
  quoteId?: number | null;
  tokenId?: number | null;
  signedAt?: Date | null;
}

/** Sides of a purchase. `owed` credits repay the receivable instead of reaching the account. */
const purchaseSides = ({ accountId, credits, units }: TransferCredit, owed: number): Side[] => [
  { accountId: SYSTEM.unclaimed, unit: "usdc_base_unit", amount: -Number(units) },
  { accountId: SYSTEM.sales, unit: "usdc_base_unit", amount: Number(units) },
  { accountId: SYSTEM.sales, unit: "credit", amount: -credits },
  { accountId, unit: "credit", amount: credits - owed },
  { accountId: SYSTEM.receivable, unit: "credit", amount: owed },
];

/**
 * Turns an observed transfer into credits of an account. Needs a database transaction. When the transfer was credited
 * before a reorganisation, it first repays the credits that the account had spent by then.
 */
export async function creditTransfer(tx: Db, key: TransferKey, credit: TransferCredit, now: Date): Promise<void> {
  const transfer = await lockTransfer(tx, key);
  if (!transfer || !(await claimUnits(tx, key, credit.units))) throw new AlreadyClaimedError(key.txHash);
  const earlier = await findEarlierPurchase(tx, key);
  const owed = earlier?.accountId === credit.accountId ? Math.min(earlier.owed, credit.credits) : 0;
  const externalRef = transferRef("purchase", transfer, transfer.sightings);
  const transactionId = await post(tx, { kind: "purchase", externalRef, sides: purchaseSides(credit, owed) }, now);
  if (transactionId === null) throw new AlreadyClaimedError(key.txHash);
  const { chainId, txHash, logIndex, sender, blockNumber } = transfer;
  await insertPurchase(tx, { chainId, txHash, logIndex, sender, blockNumber, ...credit, transactionId, confirmedAt: now });
}
