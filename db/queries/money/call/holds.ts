import { eq, sql, type SQL } from "drizzle-orm";
import { receiptInsert, type ReceiptRow } from "@/db/queries/receipts/receipts";
import { at, type Db } from "@/db/client";
import { planned, type PlannedValues } from "@/db/planned";
import { holds } from "@/db/schema/ledger";
import { integer, rowsOf, run, type RowOf } from "@/db/statements";
import { IS_PLACE, together } from "@/db/together";
import type { AnswerKey, FinishedResponse } from "./stored-answers";

/** Rows (scope, key, status, headers, body), as a FROM item, of one finished answer. */
export const finishedAnswerRow = ({ scope, key }: AnswerKey, { status, headers, body }: FinishedResponse): SQL =>
  sql`(select ${scope}::text as scope, ${key}::text as key, ${status}::int as status, ${JSON.stringify(headers)}::jsonb as headers, ${body}::text as body) as answer`;

/** Stores finished answers under their keys. For use in a statement; `answers` is a FROM item named `answer`. */
export const storeAnswersStep = (answers: SQL, isKept: SQL = sql`true`): SQL => sql`
    update stored_answers s set status = answer.status, headers = answer.headers, body = answer.body
    from ${answers} where s.scope = answer.scope and s.key = answer.key and ${isKept} returning 1`;

const RECEIPT_OF_CALL = { day: sql`call.receipt_day`, id: sql`call.receipt_id`, leafHash: sql`call.receipt_hash`, body: sql`call.receipt` };

/**
 * CTEs that charge the calls that JSON lists, as part of a statement. `hold` has a row for each charge.
 * Accounts are updated in the order of their ids as long as the planner keeps the list's order. Otherwise
 * Postgres ends the circle of two servers by an error, and each call is charged alone.
 */
const captureSteps = (calls: PlannedValues<{ calls: string }>["calls"]): SQL => sql`call as (
      select * from json_to_recordset(${calls}::json) as call (
        place int, hold_id text, at timestamptz, receipt_day date, receipt_id text, receipt_hash text, receipt text,
        scope text, key text, status int, headers jsonb, body text)
      where ${IS_PLACE}
    ), hold as (
      update holds h set status = 'captured', resolved_at = call.at, receipt_id = call.receipt_id
      from call where h.id = call.hold_id and h.status = 'reserved' returning h.id, h.account_id, h.credits, h.resolved_at as at
    ), spent_credits as (
      select account_id, sum(credits)::bigint as credits from hold group by account_id order by account_id
    ), account as (
      update accounts a set posted = a.posted - s.credits, held = a.held - s.credits from spent_credits s where a.id = s.account_id
    ), movement as (
      insert into ledger_transactions (kind, at, external_ref) select 'usage', hold.at, 'usage:' || hold.id from hold returning id, external_ref
    ), entries as (
      insert into ledger_entries (transaction_id, account_id, unit, amount)
      select movement.id, side.account_id, 'credit', side.amount
      from movement join hold on movement.external_ref = 'usage:' || hold.id,
        lateral (values (hold.account_id, -hold.credits::bigint), (-2::bigint, hold.credits::bigint)) as side (account_id, amount)
    ), proof as (${receiptInsert(RECEIPT_OF_CALL, sql`from hold join call on call.hold_id = hold.id`)})`;

const capture = planned(
  { id: holds.id },
  ({ calls }: PlannedValues<{ calls: string }>) => sql`
    with ${captureSteps(calls)}, kept as (${storeAnswersStep(sql`(select call.* from hold join call on call.hold_id = hold.id) as answer`)})
    select id from hold`,
);

export interface CaptureCall {
  holdId: string;
  receipt: ReceiptRow;
  stored: AnswerKey | null;
  answer: FinishedResponse | null;
  now: Date;
}

const asRecord = ({ holdId, receipt, stored, answer, now }: CaptureCall, place: number) => ({
  place,
  hold_id: holdId,
  at: now,
  receipt_day: receipt.day,
  receipt_id: receipt.id,
  receipt_hash: receipt.leafHash,
  receipt: receipt.body,
  ...(stored && answer ? { ...stored, ...answer } : {}),
});

/** The CTEs of one charge, whose answer is stored by other ones. */
export const captureStepsOf = (call: Pick<CaptureCall, "holdId" | "receipt" | "now">): SQL =>
  captureSteps(JSON.stringify([asRecord({ ...call, stored: null, answer: null }, 0)]));

async function captureAll(db: Db, calls: readonly CaptureCall[]): Promise<Set<string>> {
  const rows = await capture(db, { calls: JSON.stringify(calls.map(asRecord)) });
  return new Set(rows.map(({ id }) => id));
}

const captureTogether = together<CaptureCall, boolean>({
  async runAll(db, calls) {
    const captured = await captureAll(db, calls);
    return calls.map(({ holdId }) => ({ outcome: captured.has(holdId) }));
  },
  // A statement that failed may have been committed. Its hold is then captured, with the receipt of this call.
  runAlone: async (db, call, hasFailed) =>
    (await captureAll(db, [call])).has(call.holdId) || (hasFailed && (await findHoldStatus(db, call.holdId)) === "captured"),
  keyOf: ({ holdId }) => holdId,
});

/** Captures the hold and writes journal, receipt and stored answer in one statement. False when the hold was gone. */
export const captureHold = (db: Db, call: CaptureCall): Promise<boolean> => captureTogether(db, call);

/** Returns the credits of expired holds. For use in a statement with a CTE `expired (account_id, credits)`. */
export const giveBack: SQL = sql`freed as (
      select account_id, sum(credits)::bigint as credits from expired group by account_id order by account_id
    ), account as (
      update accounts a set held = a.held - freed.credits from freed where a.id = freed.account_id
    )`;

/** Older versions made holds of claims without an expiry. Where their payment left the chain, their credits must not return. */
const OLD_HOLD: SQL = sql`expires_at is null and not exists (select from claims c where c.hold_id = holds.id and c.state = 'gone')`;
const OLD_HOLD_SECONDS = 60;

/** Expires holds that a crash left behind. Concurrent sweepers are safe: each hold is released once. */
export const expireHolds = async (db: Db, now: Date): Promise<number> =>
  run(
    db,
    sql`
    with abandoned as (
      select id from holds
      where status = 'reserved' and (expires_at < ${at(now)} or (created_at < ${at(now)} - make_interval(secs => ${OLD_HOLD_SECONDS}) and ${OLD_HOLD}))
      order by id limit 500 for update skip locked
    ), expired as (
      update holds h set status = 'expired', resolved_at = ${at(now)} from abandoned where h.id = abandoned.id and h.status = 'reserved' returning h.id, h.account_id, h.credits
    ), ${giveBack}
    select id from expired`,
  );

const STANDING = { underWay: integer, paymentGone: integer, locked: integer };

/**
 * Counts the holds that stand after a sweep, by reason. Their calls may still end, their payment left
 * the chain, or a statement has locked them.
 */
export async function countStandingHolds(db: Db, now: Date): Promise<RowOf<typeof STANDING>> {
  const [counted] = await rowsOf(
    db,
    STANDING,
    sql`
    select count(*) filter (where expires_at >= ${at(now)})::int as "underWay", count(*) filter (where expires_at is null and not (${OLD_HOLD}))::int as "paymentGone",
      count(*) filter (where expires_at < ${at(now)} or (${OLD_HOLD}))::int as "locked"
    from holds where status = 'reserved'`,
  );
  return counted ?? { underWay: 0, paymentGone: 0, locked: 0 };
}

/** Ends a call whose caller got no answer: returns its credits and frees its Idempotency-Key. False when no such hold is open. */
export const releaseUnanswered = async (
  db: Db,
  { holdId, key, now }: { holdId: string; key: string | null; now: Date },
): Promise<boolean> =>
  run(
    db,
    sql`
    with hold as (
      update holds set status = 'released', resolved_at = ${at(now)} where id = ${holdId} and status = 'reserved' returning account_id, credits
    ), account as (
      update accounts a set held = a.held - hold.credits from hold where a.id = hold.account_id
    ), freed as (
      delete from stored_answers s using hold where s.scope = 'account:' || hold.account_id and s.key = ${key} and s.status is null
    )
    select from hold`,
  ).then(Boolean);

export async function findHoldStatus(db: Db, id: string): Promise<"reserved" | "captured" | "released" | "expired" | null> {
  const [row] = await db.select({ status: holds.status }).from(holds).where(eq(holds.id, id));
  return row?.status ?? null;
}
