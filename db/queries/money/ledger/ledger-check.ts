import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { ledgerChecks } from "@/db/schema/ledger";
import { integer, orNull, rowsOf, time, valueOf, type RowOf } from "@/db/statements";
import { SYSTEM } from "./ledger";

const OF_ENTRIES = [
  sql`select 'transaction ' || transaction_id || ' sums to ' || sum(amount) || ' ' || unit from ledger_entries group by transaction_id, unit having sum(amount) <> 0`,
  sql`select 'account ' || account_id || ' has an entry of ' || amount || ' USDC units, which only the system''s accounts have' from ledger_entries
      where unit = 'usdc_base_unit' and account_id not in (${SYSTEM.chain}, ${SYSTEM.unclaimed}, ${SYSTEM.sales})`,
  sql`select 'transaction ' || b.id || ' is not the opposite of ' || b.reverses || ', which it refunds' from ledger_transactions b
      where b.kind = 'refund' and exists (
        select from (select account_id, unit, amount from ledger_entries where transaction_id = b.id union all select account_id, unit, amount from ledger_entries where transaction_id = b.reverses) as sides
        group by account_id, unit having sum(amount) <> 0)`,
];

const OF_BALANCES = [
  sql`select 'account ' || a.id || ' keeps ' || a.posted || ' credits, its entries sum to ' || coalesce(s.posted, 0)
      from accounts a left join (select account_id, sum(amount) as posted from ledger_entries where unit = 'credit' group by account_id) as s on s.account_id = a.id
      where a.kind <> 'system' and a.posted <> coalesce(s.posted, 0)`,
  sql`select 'account ' || a.id || ' holds ' || a.held || ' credits, its open holds sum to ' || coalesce(h.held, 0)
      from accounts a left join (select account_id, sum(credits) as held from holds where status = 'reserved' group by account_id) as h on h.account_id = a.id
      where a.kind <> 'system' and a.held <> coalesce(h.held, 0)`,
  sql`select 'receivable is ' || sum(amount) || ' credits: nobody can owe less than nothing' from ledger_entries where account_id = ${SYSTEM.receivable} and unit = 'credit' having sum(amount) > 0`,
];

const OF_CALLS = [
  sql`select 'hold ' || h.id || ' is captured without a transaction' from holds h left join ledger_transactions t on t.external_ref = 'usage:' || h.id where h.status = 'captured' and t.id is null`,
  sql`select 'transaction ' || t.id || ' took credits of a hold that is ' || coalesce(h.status, 'missing') from ledger_transactions t left join holds h on h.id = substr(t.external_ref, 7)
      where t.kind = 'usage' and h.status is distinct from 'captured'`,
  sql`select 'transaction ' || t.id || ' took ' || -e.amount || ' credits for a hold of ' || h.credits
      from ledger_transactions t join holds h on h.id = substr(t.external_ref, 7) join ledger_entries e on e.transaction_id = t.id and e.account_id = h.account_id
      where t.kind = 'usage' and -e.amount <> h.credits`,
];

const OF_PURCHASES = [
  sql`select 'purchase ' || p.id || ' of ' || p.credits || ' credits for ' || p.units || ' units is not what transaction ' || p.transaction_id || ' sold'
      from purchases p left join ledger_transactions t on t.id = p.transaction_id and t.kind = 'purchase'
      left join ledger_entries c on c.transaction_id = t.id and c.account_id = ${SYSTEM.sales} and c.unit = 'credit'
      left join ledger_entries u on u.transaction_id = t.id and u.account_id = ${SYSTEM.sales} and u.unit = 'usdc_base_unit'
      where t.id is null or coalesce(-c.amount, 0) <> p.credits or coalesce(u.amount, 0) <> p.units`,
  sql`select 'transaction ' || t.id || ' sold credits without a purchase' from ledger_transactions t left join purchases p on p.transaction_id = t.id where t.kind = 'purchase' and p.id is null`,
  sql`select 'purchase ' || p.id || case when p.reversed_at is null then ' stands, but its transaction was taken back' else ' was reversed without a transaction' end
      from purchases p left join ledger_transactions r on r.reverses = p.transaction_id and r.kind = 'reversal' where (p.reversed_at is null) <> (r.id is null)`,
];

const OF_TRANSFERS = [
  sql`select 'the chain account holds ' || coalesce(sum(-amount), 0) || ' units, observed transfers sum to ' || (select coalesce(sum(units), 0) from observed_transfers where gone_at is null)
      from ledger_entries where account_id = ${SYSTEM.chain} and unit = 'usdc_base_unit'
      having coalesce(sum(-amount), 0) <> (select coalesce(sum(units), 0) from observed_transfers where gone_at is null)`,
  sql`select 'unclaimed holds ' || coalesce(sum(amount), 0) || ' units, of observed transfers ' || (select coalesce(sum(units - claimed_units), 0) from observed_transfers where gone_at is null) || ' are not claimed'
      from ledger_entries where account_id = ${SYSTEM.unclaimed} and unit = 'usdc_base_unit'
      having coalesce(sum(amount), 0) <> (select coalesce(sum(units - claimed_units), 0) from observed_transfers where gone_at is null)`,
  sql`select 'transfer ' || o.tx_hash || ' log ' || o.log_index || ' has ' || o.claimed_units || ' units claimed, its purchases used ' || coalesce(sum(p.units), 0)
      from observed_transfers o left join purchases p on p.chain_id = o.chain_id and p.tx_hash = o.tx_hash and p.log_index = o.log_index and p.reversed_at is null
      group by o.chain_id, o.tx_hash, o.log_index having o.claimed_units <> coalesce(sum(p.units), 0)`,
  sql`select 'purchase ' || p.id || ' stands on a transfer that was ' || case when o.tx_hash is null then 'never observed' else 'withdrawn' end
      from purchases p left join observed_transfers o on o.chain_id = p.chain_id and o.tx_hash = p.tx_hash and o.log_index = p.log_index where p.reversed_at is null and (o.tx_hash is null or o.gone_at is not null)`,
];

const FAULTS = sql.join([...OF_ENTRIES, ...OF_BALANCES, ...OF_CALLS, ...OF_PURCHASES, ...OF_TRANSFERS], sql` union all `);
const LISTED = 200;

const SUMS = {
  faults: valueOf<string[]>(),
  transactions: integer,
  accounts: integer,
  credits: valueOf<{ customers: number; held: number; sold: number; used: number; receivable: number }>(),
  units: valueOf<{ received: number; sales: number; unclaimed: number }>(),
};

export type LedgerCheck = RowOf<typeof SUMS> & { at: Date };

/** Compares every balance with the journal. A single statement reads one snapshot, so a running server causes no false alarms. */
export async function checkLedger(db: Db, now: Date): Promise<LedgerCheck> {
  const sumOf = (account: number, unit: "credit" | "usdc_base_unit") =>
    sql`(select coalesce(sum(amount), 0)::float8 from ledger_entries where account_id = ${account} and unit = ${unit})`;
  const [row] = await rowsOf(
    db,
    SUMS,
    sql`
    select
      (select coalesce(jsonb_agg(fault), '[]'::jsonb) from (${FAULTS} limit ${LISTED}) as found (fault)) as faults,
      (select count(*)::int from ledger_transactions) as transactions,
      (select count(*)::int from accounts where kind <> 'system') as accounts,
      jsonb_build_object(
        'customers', (select coalesce(sum(posted), 0)::float8 from accounts where kind <> 'system'),
        'held', (select coalesce(sum(held), 0)::float8 from accounts where kind <> 'system'),
        'sold', -${sumOf(SYSTEM.sales, "credit")}, 'used', ${sumOf(SYSTEM.usage, "credit")}, 'receivable', -${sumOf(SYSTEM.receivable, "credit")}
      ) as credits,
      jsonb_build_object(
        'received', -${sumOf(SYSTEM.chain, "usdc_base_unit")}, 'sales', ${sumOf(SYSTEM.sales, "usdc_base_unit")}, 'unclaimed', ${sumOf(SYSTEM.unclaimed, "usdc_base_unit")}
      ) as units`,
  );
  if (!row) throw new Error("the database answered no row");
  return { at: now, ...row };
}

export async function recordCheck(db: Db, { at, transactions, accounts, faults }: LedgerCheck): Promise<void> {
  await db.insert(ledgerChecks).values({ at, transactions, accounts, faults });
}

export interface LastCheck {
  checkedAt: Date | null;
  balancedAt: Date | null;
  faults: string[];
}

const CHECK = { checkedAt: time, balancedAt: orNull(time), faults: ledgerChecks.faults };

export async function findLastCheck(db: Db): Promise<LastCheck> {
  const [last] = await rowsOf(
    db,
    CHECK,
    sql`
    select at as "checkedAt", faults, (select at from ledger_checks where faults = '[]' order by id desc limit 1) as "balancedAt"
    from ledger_checks order by id desc limit 1`,
  );
  return last ?? { checkedAt: null, balancedAt: null, faults: [] };
}
