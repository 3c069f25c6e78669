import { sql, type SQL } from "drizzle-orm";
import { at, type Db } from "../client";
import { run } from "../statements";

/** Deletes in small batches, so that no request waits for a large deletion. */
const ROWS_PER_STATEMENT = 1000;

/** `finish` turns the deletion into a statement that returns one row per deleted row. */
async function deleteInBatches(
  db: Db,
  table: SQL,
  isExpired: SQL,
  finish = (deletion: SQL): SQL => sql`${deletion} returning 1`,
): Promise<number> {
  const statement = finish(
    sql`delete from ${table} where ctid in (select ctid from ${table} where ${isExpired} limit ${ROWS_PER_STATEMENT} for update skip locked)`,
  );
  for (let deleted = 0; ;) {
    const gone = await run(db, statement);
    deleted += gone;
    if (gone < ROWS_PER_STATEMENT) return deleted;
  }
}

export const pruneCallCounters = async (db: Db, touchedBefore: Date): Promise<number> =>
  deleteInBatches(db, sql`call_counters`, sql`touched_at < ${at(touchedBefore)}`);

/** Stored answers too old to be repeated, and idempotency keys whose first request died. */
export const pruneStoredAnswers = async (db: Db, createdBefore: Date, now: Date): Promise<number> =>
  deleteInBatches(db, sql`stored_answers`, sql`created_at < ${at(createdBefore)} or (status is null and lease_until < ${at(now)})`);

export const pruneQuoteAmounts = async (db: Db, now: Date): Promise<number> =>
  deleteInBatches(db, sql`quote_amounts`, sql`free_at < ${at(now)}`);

/** Callers' reservations whose amounts may be offered again. */
export const pruneQuotePlaces = async (db: Db, now: Date): Promise<number> =>
  deleteInBatches(db, sql`quote_places`, sql`free_at < ${at(now)}`);

/** Quotes that nobody paid; paid quotes stay. */
export const pruneQuotes = async (db: Db, expiredBefore: Date): Promise<number> =>
  deleteInBatches(db, sql`quotes`, sql`status = 'open' and expires_at < ${at(expiredBefore)}`);

/**
 * Deletes signed payments that USDC itself would refuse by now. They are settled, so that their money
 * stands in the ledger, or failed, or their request died. A payment that may still settle stays.
 */
export const pruneAuthorizations = async (db: Db, expiredBefore: Date): Promise<number> =>
  deleteInBatches(
    db,
    sql`x402_authorizations`,
    sql`state <> 'settling' and valid_before < ${at(expiredBefore)} and lease_until < ${at(expiredBefore)}`,
  );

/** Results of the ledger's checks, except for the newest that found it balanced. */
export const pruneLedgerChecks = async (db: Db, before: Date): Promise<number> =>
  deleteInBatches(
    db,
    sql`ledger_checks`,
    sql`at < ${at(before)} and id <> coalesce((select max(id) from ledger_checks where faults = '[]'::jsonb), 0)
      and id <> (select max(id) from ledger_checks)`,
  );

export const pruneCveReadings = async (db: Db, readBefore: Date): Promise<number> =>
  deleteInBatches(db, sql`cve_readings`, sql`read_at < ${at(readBefore)}`);

/** Uncharged calls, in the public record too. The leaf hashes of their receipts stay, because inclusion proofs of the log need them. */
export async function pruneUncharged(db: Db, before: Date): Promise<number> {
  const forgetReceipts = (gone: SQL): SQL => sql`
    with gone as (${gone} returning receipt_id, at), forgotten as (
      update receipts r set body = null from gone where r.day = (gone.at at time zone 'UTC')::date and r.id = gone.receipt_id
    )
    select from gone`;
  const events = await deleteInBatches(db, sql`no_charge_events`, sql`at < ${at(before)}`, forgetReceipts);
  return events + (await deleteInBatches(db, sql`holds`, sql`status in ('released', 'expired') and resolved_at < ${at(before)}`));
}
