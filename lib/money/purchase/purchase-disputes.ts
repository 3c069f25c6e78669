import type { Db } from "@/db/client";
import { closeDispute, insertDispute, type Dispute, type DisputeOutcome } from "@/db/queries/money/purchase/disputes";
import { openAccount, post, SYSTEM, type Side } from "@/db/queries/money/ledger/ledger";
import { lockPurchaseOfTransfer, lockSpendable, updatePurchases, type Purchase } from "@/db/queries/money/purchase/purchases";
import { env } from "@/lib/config/env";
import type { ApiError } from "@/lib/errors";
import { log } from "@/lib/config/log";
import { refusal } from "../base/refusals";

/** Posts a movement once. One that moves nothing is skipped, because the journal refuses empty movements. */
async function move(tx: Db, externalRef: string, sides: readonly Side[], { note, now }: { note: string; now: Date }): Promise<void> {
  if (sides.every(({ amount }) => amount === 0)) return;
  if ((await post(tx, { kind: "dispute", externalRef, note, sides }, now)) === null) throw new Error(`${externalRef} was written before`);
}

const credits = (accountId: number, amount: number): Side => ({ accountId, unit: "credit", amount });

/** Holds a disputed purchase's unspent credits in an account without a token. Needs a database transaction that has locked the purchase. */
export async function holdForOperator(tx: Db, purchase: Purchase, payer: string, now: Date): Promise<Dispute> {
  const { id, chainId, txHash, logIndex, accountId } = purchase;
  const heldCredits = Math.min(purchase.credits, await lockSpendable(tx, accountId));
  const heldAccountId = await openAccount(tx, { name: `disputed: ${txHash}`, now });
  const dispute = await insertDispute(tx, { chainId, txHash, logIndex, payer, accountId, heldAccountId, heldCredits, openedAt: now });
  await move(tx, `dispute:${dispute.id}:held`, [credits(accountId, -heldCredits), credits(heldAccountId, heldCredits)], {
    note: "its payer disputes who collected it",
    now,
  });
  await updatePurchases(tx, [id], { accountId: heldAccountId });
  log.warn("a purchase is disputed and waits for the operator: npm run ledger -- disputes", { dispute: dispute.id, txHash });
  return dispute;
}

export interface Decision {
  outcome: DisputeOutcome;
  note: string;
  now: Date;
}

/**
 * Ends a dispute once. The payer gets the whole purchase, and what the other party spent of it becomes receivable;
 * otherwise the held credits go back. False when it was resolved before or its block was reorganised away. Needs a
 * database transaction.
 */
export async function decideDispute(tx: Db, dispute: Dispute, { outcome, note, now }: Decision): Promise<boolean> {
  const purchase = await lockPurchaseOfTransfer(tx, dispute);
  if (!purchase || !(await closeDispute(tx, dispute.id, { outcome, note, now }))) return false;
  const held = await lockSpendable(tx, dispute.heldAccountId);
  const awarded = outcome === "payer" ? purchase.credits : held;
  const to = outcome === "payer" ? await openAccount(tx, { name: null, ownerWallet: dispute.payer, now }) : dispute.accountId;
  const sides = [credits(dispute.heldAccountId, -held), credits(SYSTEM.receivable, held - awarded), credits(to, awarded)];
  await move(tx, `dispute:${dispute.id}:resolved`, sides, { note, now });
  // The payer's purchase waits for the paying wallet's signature, which gets a new token.
  const forPayer = outcome === "payer" ? { tokenId: null, signedAt: now } : {};
  await updatePurchases(tx, [purchase.id], { accountId: to, ...forPayer });
  return true;
}

const contact = (): string => env().OPERATOR_CONTACT ?? "the operator, as GET /api/payment/info names it";

export function disputeOpen(disputes: readonly Dispute[]): ApiError {
  const held = disputes.reduce((sum, { heldCredits }) => sum + heldCredits, 0);
  const numbers = disputes.map(({ id }) => id);
  return refusal(
    "purchase_disputed",
    `The memo of a quote collected this payment's credits, and the wallet that paid claims it by its signature without that memo. ${held} of its credits were not spent yet and are held: nobody can spend them until the operator has decided whose they are. Write to ${contact()} and name dispute ${numbers.join(", ")}. Who has both the memo and the paying wallet sends both in one request, which ends the dispute.`,
    { retryable: false, disputes: numbers, credits_held: held, contact: env().OPERATOR_CONTACT ?? null },
  );
}

export function decidedForMemo({ id }: Dispute): ApiError {
  return refusal(
    "tx_already_claimed",
    `The operator has decided dispute ${id}: the credits stay with the holder of the quote's memo. Write to ${contact()} if that is wrong.`,
    { reason: "dispute_resolved", retryable: false, contact: env().OPERATOR_CONTACT ?? null },
  );
}
