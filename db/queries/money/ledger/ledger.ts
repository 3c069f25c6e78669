import { sql } from "drizzle-orm";
import { at, matching, type Db } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import type { ledgerEntries, ledgerTransactions } from "@/db/schema/ledger";
import { integer, rowsOf } from "@/db/statements";

/** System accounts; the ledger migration inserts them. */
export const SYSTEM = { sales: -1, usage: -2, receivable: -3, unclaimed: -4, chain: -5 } as const;

export type Side = Pick<typeof ledgerEntries.$inferSelect, "accountId" | "unit" | "amount">;

export interface Movement extends Pick<typeof ledgerTransactions.$inferInsert, "kind" | "externalRef" | "reverses" | "note"> {
  sides: readonly Side[];
}

/** `ownerWallet` is lower case. */
export async function openAccount(
  db: Db,
  { name, ownerWallet = null, now }: { name: string | null; ownerWallet?: string | null; now: Date },
): Promise<number> {
  const [row] = await db.insert(accounts).values({ kind: "customer", name, ownerWallet, createdAt: now }).returning({ id: accounts.id });
  return (row as { id: number }).id;
}

/** The account that collects a wallet's payments without a quote; opened on first use. */
export async function walletAccount(db: Db, wallet: string, now: Date): Promise<number> {
  await db.insert(accounts).values({ kind: "wallet", ownerWallet: wallet, createdAt: now }).onConflictDoNothing();
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(matching(accounts, { kind: "wallet", ownerWallet: wallet }));
  return (row as { id: number }).id;
}

/**
 * Writes one journal transaction and updates the customers' cached balances, in one statement. Null when the external
 * reference exists already. Throws when a balance would fall below its holds.
 */
export async function post(
  db: Db,
  { kind, externalRef, reverses = null, note = null, sides }: Movement,
  now: Date,
): Promise<number | null> {
  const moved = sides.filter(({ amount }) => amount !== 0).map(({ accountId, unit, amount }) => ({ account_id: accountId, unit, amount }));
  const [row] = await rowsOf(
    db,
    { id: integer },
    sql`
    with sides as (
      select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as s (account_id bigint, unit text, amount bigint)
    ), movement as (
      insert into ledger_transactions (kind, at, external_ref, reverses, note)
      values (${kind}, ${at(now)}, ${externalRef}, ${reverses}, ${note})
      on conflict do nothing returning id
    ), entries as (
      insert into ledger_entries (transaction_id, account_id, unit, amount) select movement.id, s.account_id, s.unit, s.amount from movement, sides s
    ), balances as (
      update accounts a set posted = a.posted + s.amount from sides s, movement
      where a.id = s.account_id and a.kind <> 'system' and s.unit = 'credit'
    )
    select id from movement`,
  );
  return row?.id ?? null;
}
