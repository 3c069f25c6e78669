import { eq, sql, type SQL } from "drizzle-orm";
import { receiptInsert, type ReceiptRow } from "@/db/queries/receipts/receipts";
import { at, hasRow, type Db } from "@/db/client";
import { planned, type PlannedValues } from "@/db/planned";
import { holds } from "@/db/schema/ledger";
import { run } from "@/db/statements";
import type { AnswerKey, FinishedAnswer } from "./stored-answers";

interface StoredAnswerParameters extends AnswerKey {
  status: number;
  answerHeaders: string;
  answerBody: string;
}

export const storedAnswerParameters = (stored: AnswerKey, { status, headers, body }: FinishedAnswer): StoredAnswerParameters => ({
  ...stored,
  status,
  answerHeaders: JSON.stringify(headers),
  answerBody: body,
});

/** For use in a statement with a CTE `hold`; stores nothing when `hold` has no row. */
export const updateAnswerStep = (
  { scope, key, status, answerHeaders, answerBody }: PlannedValues<StoredAnswerParameters>,
  isKept: SQL = sql`exists (select from hold)`,
): SQL => sql`
    update stored_answers set status = ${status}::int, headers = ${answerHeaders}::jsonb, body = ${answerBody}::text
    where scope = ${scope} and key = ${key} and ${isKept} returning 1`;

const keepReceipt = (receipt: PlannedValues<ReceiptRow>): SQL => receiptInsert(receipt, sql`from hold`);

type CaptureParameters = ReceiptRow & { holdId: string; now: Date };

/** CTEs of a charge, to combine with others in one statement. `hold` has a row only if the charge was made. */
export const captureSteps = ({ holdId, now, ...receipt }: PlannedValues<CaptureParameters>): SQL => sql`hold as (
      update holds set status = 'captured', resolved_at = ${at(now)}, receipt_id = ${receipt.id}
      where id = ${holdId} and status = 'reserved' returning id, account_id, credits
    ), account as (
      update accounts a set posted = a.posted - hold.credits, held = a.held - hold.credits from hold where a.id = hold.account_id
    ), movement as (
      insert into ledger_transactions (kind, at, external_ref) select 'usage', ${at(now)}, 'usage:' || hold.id from hold returning id
    ), entries as (
      insert into ledger_entries (transaction_id, account_id, unit, amount)
      select movement.id, side.account_id, 'credit', side.amount
      from movement, hold, lateral (values (hold.account_id, -hold.credits::bigint), (-2::bigint, hold.credits::bigint)) as side (account_id, amount)
    ), proof as (${keepReceipt(receipt)})`;

const capture = planned(
  { id: holds.id },
  (parameters: PlannedValues<CaptureParameters>) => sql`with ${captureSteps(parameters)} select id from hold`,
);

const captureAndKeep = planned(
  { id: holds.id },
  ({ scope, key, status, answerHeaders, answerBody, ...parameters }: PlannedValues<CaptureParameters & StoredAnswerParameters>) =>
    sql`with ${captureSteps(parameters)}, kept as (${updateAnswerStep({ scope, key, status, answerHeaders, answerBody })}) select id from hold`,
);

export interface CaptureCall {
  holdId: string;
  receipt: ReceiptRow;
  stored: AnswerKey | null;
  answer: FinishedAnswer | null;
  now: Date;
}

/** Captures the hold and writes journal, receipt and stored answer in one statement. False when the hold was gone. */
export async function captureHold(db: Db, { holdId, receipt, stored, answer, now }: CaptureCall): Promise<boolean> {
  const parameters = { ...receipt, holdId, now };
  return (
    stored && answer ? captureAndKeep(db, { ...parameters, ...storedAnswerParameters(stored, answer) }) : capture(db, parameters)
  ).then(hasRow);
}

/** Returns the credits of expired holds. For use in a statement with a CTE `expired (account_id, credits)`. */
export const giveBack: SQL = sql`freed as (
      select account_id, sum(credits)::bigint as credits from expired group by account_id
    ), locked as (
      select id from accounts where id in (select account_id from freed) order by id for update
    ), account as (
      update accounts a set held = a.held - freed.credits from freed, locked where a.id = freed.account_id and a.id = locked.id
    )`;

/** Expires holds that a crash left behind. Concurrent sweepers are safe: each hold is released once. */
export const expireHolds = async (db: Db, now: Date): Promise<number> =>
  run(
    db,
    sql`
    with abandoned as (
      select id from holds where status = 'reserved' and expires_at < ${at(now)} order by id limit 500 for update skip locked
    ), expired as (
      update holds h set status = 'expired', resolved_at = ${at(now)} from abandoned where h.id = abandoned.id and h.status = 'reserved' returning h.id, h.account_id, h.credits
    ), ${giveBack}
    select id from expired`,
  );

export async function findHoldStatus(db: Db, id: string): Promise<"reserved" | "captured" | "released" | "expired" | null> {
  const [row] = await db.select({ status: holds.status }).from(holds).where(eq(holds.id, id));
  return row?.status ?? null;
}
