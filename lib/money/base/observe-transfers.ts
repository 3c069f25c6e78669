import type { Db } from "@/db/client";
import { post, SYSTEM } from "@/db/queries/money/ledger/ledger";
import {
  lockPurchaseOfTransfer,
  lockSpendable,
  markClaimGone,
  updatePurchases,
  type Purchase,
} from "@/db/queries/money/purchase/purchases";
import { updateQuote } from "@/db/queries/money/purchase/quotes";
import {
  insertTransfer,
  lockTransfer,
  markGone,
  reviveTransfer,
  type ObservedTransfer,
  type SeenTransfer,
} from "@/db/queries/money/transfers/transfers";

type Sighting = Pick<SeenTransfer, "chainId" | "txHash" | "logIndex" | "blockHash">;

/**
 * The journal's external reference of a transfer. It is unique per block and, after reorganisations,
 * per sighting in a block.
 */
export function transferRef(
  kind: "observed" | "unobserved" | "purchase",
  { chainId, txHash, logIndex, blockHash }: Sighting,
  sightings: number,
): string {
  const ref = `${kind}:${chainId}:${txHash}:${logIndex}:${blockHash}`;
  return sightings === 1 ? ref : `${ref}:${sightings}`;
}

async function postSighting(tx: Db, kind: "observed" | "unobserved", seen: SeenTransfer, sightings: number, now: Date): Promise<void> {
  const amount = Number(seen.units) * (kind === "observed" ? 1 : -1);
  const posted = await post(
    tx,
    {
      kind,
      externalRef: transferRef(kind, seen, sightings),
      sides: [
        { accountId: SYSTEM.chain, unit: "usdc_base_unit", amount: -amount },
        { accountId: SYSTEM.unclaimed, unit: "usdc_base_unit", amount },
      ],
    },
    now,
  );
  if (posted === null) throw new Error(`transfer ${seen.txHash} was ${kind} before`);
}

/** Takes back the unspent credits; the spent ones become receivable. */
async function reversePurchase(tx: Db, { id, accountId, quoteId, units, credits, transactionId }: Purchase, now: Date): Promise<void> {
  const taken = Math.min(credits, await lockSpendable(tx, accountId));
  await post(
    tx,
    {
      kind: "reversal",
      externalRef: `reversal:purchase:${id}`,
      reverses: transactionId,
      note: "its block is not on the chain any more",
      sides: [
        { accountId: SYSTEM.sales, unit: "usdc_base_unit", amount: -Number(units) },
        { accountId: SYSTEM.unclaimed, unit: "usdc_base_unit", amount: Number(units) },
        { accountId: SYSTEM.sales, unit: "credit", amount: credits },
        { accountId, unit: "credit", amount: -taken },
        { accountId: SYSTEM.receivable, unit: "credit", amount: taken - credits },
      ],
    },
    now,
  );
  await updatePurchases(tx, [id], { reversedAt: now });
  // Another payment may follow, for the same account.
  if (quoteId !== null) await updateQuote(tx, quoteId, { status: "open", creditedAt: null });
}

/** Reverses a transfer whose block was reorganised away, with its purchase and its claim. */
export async function withdrawTransfer(tx: Db, observed: ObservedTransfer, now: Date): Promise<void> {
  await markClaimGone(tx, observed, now);
  const purchase = await lockPurchaseOfTransfer(tx, observed);
  if (purchase) await reversePurchase(tx, purchase, now);
  await postSighting(tx, "unobserved", observed, observed.sightings, now);
  await markGone(tx, observed, now);
}

/** Books a transfer seen in a sealed block. Idempotent per block. Needs a database transaction. */
export async function observeTransfer(tx: Db, seen: SeenTransfer, now: Date): Promise<void> {
  if (await insertTransfer(tx, seen, now)) return postSighting(tx, "observed", seen, 1, now);
  const observed = await lockTransfer(tx, seen);
  if (!observed) throw new Error(`transfer ${seen.txHash} vanished while it was observed`);
  if (observed.goneAt === null && observed.blockHash === seen.blockHash) return undefined;
  if (observed.goneAt === null) await withdrawTransfer(tx, observed, now);
  await reviveTransfer(tx, seen, observed.sightings + 1);
  return postSighting(tx, "observed", seen, observed.sightings + 1, now);
}
