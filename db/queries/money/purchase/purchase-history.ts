import { desc, sql } from "drizzle-orm";
import { matching, type Db } from "@/db/client";
import { purchases } from "@/db/schema/money";

const notReversed = (accountId: number) => matching(purchases, { accountId, reversedAt: null });

export function listPurchases(db: Db, accountId: number, limit: number) {
  const { txHash, units, credits, blockNumber, confirmedAt } = purchases;
  return db
    .select({ txHash, units, credits, blockNumber, confirmedAt })
    .from(purchases)
    .where(notReversed(accountId))
    .orderBy(desc(confirmedAt), desc(purchases.id))
    .limit(limit);
}

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
