import type { Db } from "@/db/client";
import { closeDispute, insertDispute, type Dispute, type DisputeOutcome } from "@/db/queries/money/purchase/disputes";
import { openAccount, post, SYSTEM, type Side } from "@/db/queries/money/ledger/ledger";
import { giveToPayer, lockPurchaseOfTransfer, lockSpendable, movePurchases, type Purchase } from "@/db/queries/money/purchase/purchases";
import { env } from "@/lib/config/env";
import type { ApiError } from "@/lib/errors";
import { log } from "@/lib/config/log";
import { refusal } from "../call/refusals";

/** Moves credits once; a movement of nothing is not written. */
async function move(tx: Db, externalRef: string, sides: readonly Side[], { note, now }: { note: string; now: Date }): Promise<void> {
  if (sides.every(({ amount }) => amount === 0)) return;
  if ((await post(tx, { kind: "dispute", externalRef, note, sides }, now)) === null) throw new Error(`${externalRef} was written before`);
}

const credits = (accountId: number, amount: number): Side => ({ accountId, unit: "credit", amount });

/** Sets aside what is left of a purchase, where nobody has a token: its payer says that somebody else collected it. Needs a transaction that has locked the purchase. */
export async function holdForOperator(tx: Db, purchase: Purchase, payer: string, now: Date): Promise<Dispute> {
  const { id, chainId, txHash, logIndex, accountId } = purchase;
  const heldCredits = Math.min(purchase.credits, await lockSpendable(tx, accountId));
  const heldAccountId = await openAccount(tx, { name: `disputed: ${txHash}`, now });
  const dispute = await insertDispute(tx, { chainId, txHash, logIndex, payer, accountId, heldAccountId, heldCredits, openedAt: now });
  await move(tx, `dispute:${dispute.id}:held`, [credits(accountId, -heldCredits), credits(heldAccountId, heldCredits)], {
    note: "its payer disputes who collected it",
    now,
  });
  await movePurchases(tx, [id], heldAccountId);
  log.warn("a purchase is disputed and waits for the operator: npm run ledger -- disputes", { dispute: dispute.id, txHash });
  return dispute;
}

export interface Decision {
  outcome: DisputeOutcome;
  note: string;
  now: Date;
}

/**
 * Gives held credits to one of the two, once. The payer gets all that was bought, in an account of that wallet; what the
 * other one spent of it is owed to us. Else what is held goes back to where it was. False: resolved before, or its block
 * has left the chain. Needs a transaction.
 */
export async function settleDispute(tx: Db, dispute: Dispute, { outcome, note, now }: Decision): Promise<boolean> {
  const purchase = await lockPurchaseOfTransfer(tx, dispute);
  if (!purchase || !(await closeDispute(tx, dispute.id, { outcome, note, now }))) return false;
  const held = await lockSpendable(tx, dispute.heldAccountId);
  const given = outcome === "payer" ? purchase.credits : held;
  const to = outcome === "payer" ? await openAccount(tx, { name: null, ownerWallet: dispute.payer, now }) : dispute.accountId;
  const sides = [credits(dispute.heldAccountId, -held), credits(SYSTEM.receivable, held - given), credits(to, given)];
  await move(tx, `dispute:${dispute.id}:resolved`, sides, { note, now });
  await movePurchases(tx, [purchase.id], to);
  if (outcome === "payer") await giveToPayer(tx, purchase.id, now);
  return true;
}

const contact = (): string => env().OPERATOR_CONTACT ?? "the operator, as GET /api/payment/info names it";

/** For both parties: what is held, and what happens next. */
export function disputed(disputes: readonly Dispute[]): ApiError {
  const held = disputes.reduce((sum, { heldCredits }) => sum + heldCredits, 0);
  const numbers = disputes.map(({ id }) => id);
  return refusal(
    "purchase_disputed",
    `The memo of a quote collected this payment's credits, and the wallet that paid claims it by its signature without that memo. ${held} of its credits were not spent yet and are held: nobody can spend them until the operator has decided whose they are. Write to ${contact()} and name dispute ${numbers.join(", ")}. Who has both the memo and the paying wallet sends both in one request, which ends the dispute.`,
    { retryable: false, disputes: numbers, credits_held: held, contact: env().OPERATOR_CONTACT ?? null },
  );
}

/** For a payer whose dispute was decided otherwise. */
export function decidedForMemo({ id }: Dispute): ApiError {
  return refusal(
    "tx_already_claimed",
    `The operator has decided dispute ${id}: the credits stay with the holder of the quote's memo. Write to ${contact()} if that is wrong.`,
    { reason: "dispute_resolved", retryable: false, contact: env().OPERATOR_CONTACT ?? null },
  );
}
