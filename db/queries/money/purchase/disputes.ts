import { and, asc, count, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { purchaseDisputes } from "@/db/schema/money";
import type { TransferKey } from "../transfers/transfers";

export interface NewDispute extends TransferKey {
  payer: string;
  accountId: number;
  heldAccountId: number;
  heldCredits: number;
  openedAt: Date;
}

export type DisputeOutcome = "payer" | "memo" | "withdrawn";

export interface Dispute extends NewDispute {
  id: number;
  resolvedAt: Date | null;
  outcome: DisputeOutcome | null;
}

const SHOWN = {
  id: purchaseDisputes.id,
  chainId: purchaseDisputes.chainId,
  txHash: purchaseDisputes.txHash,
  logIndex: purchaseDisputes.logIndex,
  payer: purchaseDisputes.payer,
  accountId: purchaseDisputes.accountId,
  heldAccountId: purchaseDisputes.heldAccountId,
  heldCredits: purchaseDisputes.heldCredits,
  openedAt: purchaseDisputes.openedAt,
  resolvedAt: purchaseDisputes.resolvedAt,
  outcome: purchaseDisputes.outcome,
};

const isOpen = isNull(purchaseDisputes.resolvedAt);

/** A unique index allows one open dispute per transfer. */
export async function insertDispute(tx: Db, dispute: NewDispute): Promise<Dispute> {
  const [row] = await tx.insert(purchaseDisputes).values(dispute).returning(SHOWN);
  return row as Dispute;
}

export async function findDispute(db: Db, id: number): Promise<Dispute | null> {
  const [row] = await db.select(SHOWN).from(purchaseDisputes).where(eq(purchaseDisputes.id, id));
  return row ?? null;
}

export function listDisputesOf(db: Db, chainId: number, txHash: string): Promise<Dispute[]> {
  return db
    .select(SHOWN)
    .from(purchaseDisputes)
    .where(and(eq(purchaseDisputes.chainId, chainId), eq(purchaseDisputes.txHash, txHash)))
    .orderBy(asc(purchaseDisputes.id));
}

export function listOpenDisputes(db: Db): Promise<Dispute[]> {
  return db.select(SHOWN).from(purchaseDisputes).where(isOpen).orderBy(asc(purchaseDisputes.id));
}

export async function countOpenDisputes(db: Db): Promise<number> {
  const [row] = await db.select({ open: count() }).from(purchaseDisputes).where(isOpen);
  return row?.open ?? 0;
}

export async function closeDispute(
  tx: Db,
  id: number,
  { outcome, note, now }: { outcome: DisputeOutcome; note: string | null; now: Date },
): Promise<boolean> {
  const closed = await tx
    .update(purchaseDisputes)
    .set({ outcome, note, resolvedAt: now })
    .where(and(eq(purchaseDisputes.id, id), isOpen))
    .returning({ id: purchaseDisputes.id });
  return closed.length === 1;
}
