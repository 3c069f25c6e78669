import { and, desc, eq, sql } from "drizzle-orm";
import { matching, type Db } from "@/db/client";
import { observedTransfers, purchases } from "@/db/schema/money";

const notReversed = (accountId: number) => matching(purchases, { accountId, reversedAt: null });

export function listPurchases(db: Db, accountId: number, limit: number) {
  const { chainId, txHash, logIndex, sender, units, credits, blockNumber, confirmedAt } = purchases;
  return db
    .select({
      chainId,
      txHash,
      sender,
      units,
      credits,
      blockNumber,
      confirmedAt,
      isFinal: sql<boolean>`coalesce(${observedTransfers.isFinal}, false)`,
    })
    .from(purchases)
    .leftJoin(
      observedTransfers,
      and(eq(observedTransfers.chainId, chainId), eq(observedTransfers.txHash, txHash), eq(observedTransfers.logIndex, logIndex)),
    )
    .where(notReversed(accountId))
    .orderBy(desc(confirmedAt), desc(purchases.id))
    .limit(limit);
}

export type ListedPurchase = Awaited<ReturnType<typeof listPurchases>>[number];

export async function sumPurchases(db: Db, accountId: number) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      units: sql<string>`coalesce(sum(${purchases.units}), 0)::text`,
      credits: sql<number>`coalesce(sum(${purchases.credits}), 0)::int`,
    })
    .from(purchases)
    .where(notReversed(accountId));
  return { count: row?.count ?? 0, units: BigInt(row?.units ?? 0), credits: row?.credits ?? 0 };
}
