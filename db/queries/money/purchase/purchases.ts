import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { at, firstOf, matching, type Db } from "@/db/client";
import { accounts, tokens } from "@/db/schema/accounts";
import { claims, purchases } from "@/db/schema/money";
import { run } from "@/db/statements";
import { giveBack } from "../call/holds";
import type { TransferKey } from "../transfers/transfers";

export type Purchase = typeof purchases.$inferSelect;

const ofTransaction = (chainId: number, txHash: string) => matching(purchases, { chainId, txHash, reversedAt: null });

export async function insertPurchase(tx: Db, purchase: typeof purchases.$inferInsert): Promise<void> {
  await tx.insert(purchases).values(purchase);
}

export const listPurchasesOf = async (db: Db, chainId: number, txHash: string): Promise<Purchase[]> =>
  db.select().from(purchases).where(ofTransaction(chainId, txHash)).orderBy(asc(purchases.logIndex));

/** The transaction that paid a quote; null when none did or its block was reorganised away. */
export const findTransactionOfQuote = async (db: Db, quoteId: number): Promise<string | null> =>
  db
    .select({ txHash: purchases.txHash })
    .from(purchases)
    .where(matching(purchases, { quoteId, reversedAt: null }))
    .limit(1)
    .then((rows) => rows[0]?.txHash ?? null);

export const lockPurchasesOf = async (tx: Db, chainId: number, txHash: string): Promise<Purchase[]> =>
  tx.select().from(purchases).where(ofTransaction(chainId, txHash)).orderBy(asc(purchases.logIndex)).for("update");

export const lockPurchaseOfTransfer = async (tx: Db, { chainId, txHash, logIndex }: TransferKey): Promise<Purchase | null> =>
  tx
    .select()
    .from(purchases)
    .where(matching(purchases, { chainId, txHash, logIndex, reversedAt: null }))
    .for("update")
    .then(firstOf);

/**
 * `accountId` moves credits and `tokenId` links the token that spends them. `signedAt` and
 * `reversedAt` are the times of these events.
 */
export async function updatePurchases(tx: Db, ids: readonly number[], change: Partial<Purchase>): Promise<void> {
  await tx
    .update(purchases)
    .set(change)
    .where(inArray(purchases.id, [...ids]));
}

/** The transfer's reversed purchase from before a reorganisation. `owed` are its credits that had been spent by then. */
export const findEarlierPurchase = async (
  tx: Db,
  { chainId, txHash, logIndex }: TransferKey,
): Promise<(Purchase & { owed: number }) | null> =>
  tx
    .select({
      ...getTableColumns(purchases),
      owed: sql<number>`coalesce((
        select -e.amount from ledger_transactions r join ledger_entries e on e.transaction_id = r.id and e.account_id = -3 and e.unit = 'credit'
        where r.reverses = purchases.transaction_id), 0)::int`,
    })
    .from(purchases)
    .where(and(matching(purchases, { chainId, txHash, logIndex }), isNotNull(purchases.reversedAt)))
    .orderBy(desc(purchases.id))
    .limit(1)
    .then(firstOf);

export async function markSigned(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .update(purchases)
    .set({ signedAt: now })
    .where(and(inArray(purchases.id, [...ids]), isNull(purchases.signedAt)));
}

export async function lockSpendable(tx: Db, accountId: number): Promise<number> {
  const [row] = await tx
    .select({ posted: accounts.posted, held: accounts.held })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for("update");
  return row ? row.posted - row.held : 0;
}

export const countTokens = async (db: Db, accountId: number): Promise<number> => db.$count(tokens, eq(tokens.accountId, accountId));

export const findPurchaseClaim = async (db: Db, chainId: number, txHash: string) =>
  db.select({ rail: claims.rail, state: claims.state }).from(claims).where(matching(claims, { chainId, txHash })).then(firstOf);

/** Restores a claim whose block was reorganised away and came back. An uncharged call may be tried again. */
const REVIVED = sql`case
        when exists (select from holds h where h.id = c.hold_id and h.status in ('reserved', 'expired')) then 'unspent'
        when c.hold_id is not null or c.rail = 'x402' then 'spent' else 'bought' end`;

export async function reviveClaim(tx: Db, chainId: number, txHash: string): Promise<void> {
  await run(tx, sql`update claims c set state = ${REVIVED} where c.chain_id = ${chainId} and c.tx_hash = ${txHash} and c.state = 'gone'`);
}

/** False when the hash was claimed before, on any rail. A claim that was reorganised away gets its old state back. */
export const claimForPurchase = async (
  tx: Db,
  { chainId, txHash, rail, now }: { chainId: number; txHash: string; rail: "quote" | "proof"; now: Date },
): Promise<boolean> =>
  run(
    tx,
    sql`
    insert into claims as c (chain_id, tx_hash, rail, state, claimed_at) values (${chainId}, ${txHash}, ${rail}, 'bought', ${at(now)})
    on conflict (chain_id, tx_hash) do update set state = ${REVIVED} where c.state = 'gone'
    returning 1`,
  ).then(Boolean);

/**
 * Marks a claim whose block was reorganised away, and ends its hold. A running call cannot be charged
 * then, and the purchase's reversal finds these credits unspent; otherwise they would outlive the
 * payment that they come from.
 */
export const markClaimGone = async (tx: Db, { chainId, txHash }: Omit<TransferKey, "logIndex">, now: Date): Promise<boolean> =>
  run(
    tx,
    sql`
    with claim as (
      update claims set state = 'gone' where chain_id = ${chainId} and tx_hash = ${txHash} and state <> 'gone' returning hold_id
    ), expired as (
      update holds h set status = 'expired', resolved_at = ${at(now)} from claim where h.id = claim.hold_id and h.status = 'reserved' returning h.account_id, h.credits
    ), ${giveBack}
    select from claim`,
  ).then(Boolean);
