import { and, asc, eq, isNull } from "drizzle-orm";
import { firstOf, hasRow, matching, type Db } from "@/db/client";
import { purchaseDisputes } from "@/db/schema/money";

export type Dispute = typeof purchaseDisputes.$inferSelect;
export type NewDispute = typeof purchaseDisputes.$inferInsert;
export type DisputeOutcome = NonNullable<Dispute["outcome"]>;

const isOpen = isNull(purchaseDisputes.resolvedAt);

/** A unique index allows one open dispute per transfer. */
export async function insertDispute(tx: Db, dispute: NewDispute): Promise<Dispute> {
  const [row] = await tx.insert(purchaseDisputes).values(dispute).returning();
  return row as Dispute;
}

export const findDispute = async (db: Db, id: number): Promise<Dispute | null> =>
  db.select().from(purchaseDisputes).where(eq(purchaseDisputes.id, id)).then(firstOf);

export const listDisputesOf = async (db: Db, chainId: number, txHash: string): Promise<Dispute[]> =>
  db.select().from(purchaseDisputes).where(matching(purchaseDisputes, { chainId, txHash })).orderBy(asc(purchaseDisputes.id));

export const listOpenDisputes = async (db: Db): Promise<Dispute[]> =>
  db.select().from(purchaseDisputes).where(isOpen).orderBy(asc(purchaseDisputes.id));

export const countOpenDisputes = async (db: Db): Promise<number> => db.$count(purchaseDisputes, isOpen);

export const closeDispute = async (
  tx: Db,
  id: number,
  { outcome, note, now }: { outcome: DisputeOutcome; note: string | null; now: Date },
): Promise<boolean> =>
  tx
    .update(purchaseDisputes)
    .set({ outcome, note, resolvedAt: now })
    .where(and(eq(purchaseDisputes.id, id), isOpen))
    .returning({ id: purchaseDisputes.id })
    .then(hasRow);
