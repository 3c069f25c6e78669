import { sql, type SQL } from "drizzle-orm";
import { at, rowsOf, type Db } from "../client";

/** Small steps, so that no request waits for a large deletion. */
const STEP = 1000;

/** `finish` makes the deletion a statement with a row for each that is gone. */
async function deleteInSteps(
  db: Db,
  table: SQL,
  isOver: SQL,
  finish = (deletion: SQL): SQL => sql`${deletion} returning 1 as gone`,
): Promise<number> {
  const statement = finish(
    sql`delete from ${table} where ctid in (select ctid from ${table} where ${isOver} limit ${STEP} for update skip locked)`,
  );
  for (let deleted = 0; ;) {
    const rows = await rowsOf<{ gone: number }>(db, statement);
    deleted += rows.length;
    if (rows.length < STEP) return deleted;
  }
}

export const pruneCallCounters = (db: Db, touchedBefore: Date): Promise<number> =>
  deleteInSteps(db, sql`call_counters`, sql`touched_at < ${at(touchedBefore)}`);

/** Answers too old to be repeated, and keys whose first request died. */
export const pruneStoredAnswers = (db: Db, createdBefore: Date, now: Date): Promise<number> =>
  deleteInSteps(db, sql`stored_answers`, sql`created_at < ${at(createdBefore)} or (status is null and lease_until < ${at(now)})`);

/** Exact amounts that may be offered anew. */
export const pruneQuoteAmounts = (db: Db, now: Date): Promise<number> => deleteInSteps(db, sql`quote_amounts`, sql`free_at < ${at(now)}`);

/** Places of callers whose amounts may be offered anew. */
export const pruneQuotePlaces = (db: Db, now: Date): Promise<number> => deleteInSteps(db, sql`quote_places`, sql`free_at < ${at(now)}`);

/** Offers that nobody took; what was credited stays. */
export const pruneQuotes = (db: Db, expiredBefore: Date): Promise<number> =>
  deleteInSteps(db, sql`quotes`, sql`status = 'open' and expires_at < ${at(expiredBefore)}`);

/** Of single CVEs, too old to be shown. */
export const pruneCveReadings = (db: Db, readBefore: Date): Promise<number> =>
  deleteInSteps(db, sql`cve_readings`, sql`read_at < ${at(readBefore)}`);

/** Calls that were not charged, of the public record too; of their receipts the leaf hash stays, which the log's proofs stand on. */
export async function pruneUncharged(db: Db, before: Date): Promise<number> {
  const forgetReceipts = (gone: SQL): SQL => sql`
    with gone as (${gone} returning receipt_id, at), forgotten as (
      update receipts r set body = null from gone where r.day = (gone.at at time zone 'UTC')::date and r.id = gone.receipt_id
    )
    select 1 as gone from gone`;
  const events = await deleteInSteps(db, sql`no_charge_events`, sql`at < ${at(before)}`, forgetReceipts);
  return events + (await deleteInSteps(db, sql`holds`, sql`status in ('released', 'expired') and resolved_at < ${at(before)}`));
}
