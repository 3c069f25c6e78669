import { desc, eq, sql } from "drizzle-orm";
import { rowsOf, type Db } from "../client";
import { accounts } from "../schema/accounts";
import { ledgerChecks } from "../schema/ledger";

/** The system's own accounts, as the ledger migration wrote them. */
export const SYSTEM = { sales: -1, usage: -2, receivable: -3, unclaimed: -4, chain: -5 } as const;

export interface Side {
  accountId: number;
  unit: "credit" | "usdc_base_unit";
  amount: number;
}

export interface Movement {
  kind: "purchase" | "observed" | "unobserved" | "grant" | "import" | "refund" | "reversal" | "collection";
  externalRef: string;
  reverses?: number | null;
  note?: string | null;
  sides: readonly Side[];
}

/** Opens an account; `ownerWallet` is lower-case. */
export async function openAccount(db: Db, { name, ownerWallet = null, now }: { name: string | null; ownerWallet?: string | null; now: Date }): Promise<number> {
  const [row] = await db.insert(accounts).values({ kind: "customer", name, ownerWallet, createdAt: now }).returning({ id: accounts.id });
  return (row as { id: number }).id;
}

/** The one account that a wallet's single payments go to, opened when it is needed. */
export async function walletAccount(db: Db, wallet: string, now: Date): Promise<number> {
  await db.insert(accounts).values({ kind: "wallet", ownerWallet: wallet, createdAt: now }).onConflictDoNothing();
  const [row] = await rowsOf<{ id: number }>(db, sql`select id::int from accounts where kind = 'wallet' and owner_wallet = ${wallet}`);
  return (row as { id: number }).id;
}

/**
 * Writes one transaction and moves the cached balances of the customers in it, in one statement.
 * Null: its external reference was written before. Throws when a balance would fall below what is held.
 */
export async function post(db: Db, { kind, externalRef, reverses = null, note = null, sides }: Movement, now: Date): Promise<number | null> {
  const moved = sides.filter(({ amount }) => amount !== 0).map(({ accountId, unit, amount }) => ({ account_id: accountId, unit, amount }));
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`
    with sides as (
      select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as s (account_id bigint, unit text, amount bigint)
    ), movement as (
      insert into ledger_transactions (kind, at, external_ref, reverses, note)
      values (${kind}, ${now.toISOString()}::timestamptz, ${externalRef}, ${reverses}, ${note})
      on conflict do nothing returning id
    ), entries as (
      insert into ledger_entries (transaction_id, account_id, unit, amount) select movement.id, s.account_id, s.unit, s.amount from movement, sides s
    ), balances as (
      update accounts a set posted = a.posted + s.amount from sides s, movement
      where a.id = s.account_id and a.kind <> 'system' and s.unit = 'credit'
    )
    select id::int from movement`,
  );
  return row?.id ?? null;
}

export interface LedgerCheck {
  at: Date;
  transactions: number;
  accounts: number;
  faults: string[];
}

/** Recomputes every balance from the journal and compares; one snapshot, so that a running server does not look wrong. */
export async function checkLedger(db: Db, now: Date): Promise<LedgerCheck> {
  const [row] = await rowsOf<{ transactions: number; accounts: number; faults: string[] }>(
    db,
    sql`
    with sums as (
      select account_id, coalesce(sum(amount), 0) as posted from ledger_entries where unit = 'credit' group by account_id
    ), open_holds as (
      select account_id, sum(credits) as held from holds where status = 'reserved' group by account_id
    ), faults as (
      select 'transaction ' || transaction_id || ' sums to ' || sum(amount) || ' ' || unit as fault from ledger_entries group by transaction_id, unit having sum(amount) <> 0
      union all
      select 'account ' || a.id || ' keeps ' || a.posted || ' credits, its entries sum to ' || coalesce(s.posted, 0) from accounts a left join sums s on s.account_id = a.id
      where a.kind <> 'system' and a.posted <> coalesce(s.posted, 0)
      union all
      select 'account ' || a.id || ' holds ' || a.held || ' credits, its open holds sum to ' || coalesce(h.held, 0) from accounts a left join open_holds h on h.account_id = a.id
      where a.kind <> 'system' and a.held <> coalesce(h.held, 0)
      union all
      select 'hold ' || h.id || ' is captured without a transaction' from holds h left join ledger_transactions t on t.external_ref = 'usage:' || h.id where h.status = 'captured' and t.id is null
      union all
      select 'transaction ' || t.id || ' took credits of a hold that is ' || coalesce(h.status, 'missing') from ledger_transactions t left join holds h on t.external_ref = 'usage:' || h.id
      where t.kind = 'usage' and h.status is distinct from 'captured'
      union all
      select 'the chain account holds ' || -coalesce(sum(e.amount), 0) || ' units, observed transfers sum to ' || (select coalesce(sum(units), 0) from observed_transfers where gone_at is null)
      from ledger_entries e where e.account_id = -5 and e.unit = 'usdc_base_unit'
      having -coalesce(sum(e.amount), 0) <> (select coalesce(sum(units), 0) from observed_transfers where gone_at is null)
    )
    select (select count(*)::int from ledger_transactions) as transactions, (select count(*)::int from accounts where kind <> 'system') as accounts,
      (select coalesce(jsonb_agg(fault), '[]'::jsonb) from faults) as faults`,
  );
  return { at: now, ...(row as { transactions: number; accounts: number; faults: string[] }) };
}

export async function recordCheck(db: Db, check: LedgerCheck): Promise<void> {
  await db.insert(ledgerChecks).values(check);
}

/** The newest check, and when the books last balanced. */
export async function findLastCheck(db: Db): Promise<{ checkedAt: Date | null; balancedAt: Date | null; faults: string[] }> {
  const [last] = await db.select().from(ledgerChecks).orderBy(desc(ledgerChecks.id)).limit(1);
  const [balanced] = await db.select({ at: ledgerChecks.at }).from(ledgerChecks).where(eq(ledgerChecks.faults, [])).orderBy(desc(ledgerChecks.id)).limit(1);
  return { checkedAt: last?.at ?? null, balancedAt: balanced?.at ?? null, faults: last?.faults ?? [] };
}
