import { sql } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { integer, rowsOf } from "@/db/statements";

/**
 * Reverses the charge of a call in one statement; a unique index allows one reversal per transaction.
 * Null when there is no such charge or it was refunded before.
 */
export async function refundUsage(db: Db, externalRef: string, note: string, now: Date): Promise<number | null> {
  const [row] = await rowsOf(
    db,
    { id: integer },
    sql`
    with debit as (
      select id from ledger_transactions where external_ref = ${externalRef} and kind = 'usage'
    ), movement as (
      insert into ledger_transactions (kind, at, external_ref, reverses, note)
      select 'refund', ${at(now)}, 'refund:' || debit.id, debit.id, ${note} from debit
      on conflict do nothing returning id, reverses
    ), opposite as (
      select movement.id, e.account_id, e.unit, -e.amount as amount from movement join ledger_entries e on e.transaction_id = movement.reverses
    ), entries as (
      insert into ledger_entries (transaction_id, account_id, unit, amount) select id, account_id, unit, amount from opposite
    ), balances as (
      update accounts a set posted = a.posted + o.amount from opposite o where a.id = o.account_id and a.kind <> 'system' and o.unit = 'credit'
    )
    select id from movement`,
  );
  return row?.id ?? null;
}

export const refundHold = async (db: Db, holdId: string, note: string, now: Date): Promise<number | null> =>
  refundUsage(db, `usage:${holdId}`, note, now);
