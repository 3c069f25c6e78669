import { and, eq, sql, type SQL } from "drizzle-orm";
import type { ReceiptRow } from "./receipts";
import { rowsOf, toDate, type Db } from "../client";
import { holds, noChargeEvents, storedAnswers } from "../schema/ledger";

const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

export const REPEAT_LIMIT = { calls: 20, windowSeconds: 60, cooldownSeconds: 120 } as const;
const KEPT_MS = 86_400_000;

export interface KeyedRequest {
  key: string;
  requestHash: string;
  leaseUntil: Date;
}

export interface ReserveCall {
  tokenHash: string;
  holdId: string;
  credits: number;
  method: string;
  endpoint: string;
  now: Date;
  expiresAt: Date;
  /** Counts identical requests of one token; null where the breaker does not apply. */
  repeatKey: string | null;
  idempotency: KeyedRequest | null;
}

export interface Reservation {
  tokenId: number;
  accountId: number;
  head: string;
  tail: string;
  /** Spendable credits: after the hold when there is one. */
  spendable: number;
  isHeld: boolean;
  /** False when the same key is running or was answered. */
  isKeyFree: boolean;
  repeatsTrippedUntil: Date | null;
  abuseTrippedUntil: Date | null;
}

/** A sliding window: the newest calls are kept, and one too many within the window trips the breaker. */
function countRepeat(key: string | null, now: Date): SQL {
  if (key === null) return sql`select null::timestamptz as tripped_until where false`;
  const { calls, windowSeconds, cooldownSeconds } = REPEAT_LIMIT;
  const windowStart = new Date(now.getTime() - windowSeconds * 1000);
  const cooledAt = new Date(now.getTime() + cooldownSeconds * 1000);
  const isTripping = sql`cardinality(c.recent) >= ${calls} and c.recent[cardinality(c.recent) - ${calls - 1}] > ${at(windowStart)}`;
  return sql`
    insert into call_counters as c (key, recent, touched_at)
    select ${key}, array[${at(now)}], ${at(now)} from caller
    on conflict (key) do update set
      tripped_until = case when c.tripped_until > ${at(now)} then c.tripped_until when ${isTripping} then ${at(cooledAt)} end,
      recent = case when c.tripped_until > ${at(now)} or ${isTripping} then '{}' else c.recent[greatest(1, cardinality(c.recent) - ${calls - 2}):] || ${at(now)} end,
      touched_at = ${at(now)}
    returning c.tripped_until`;
}

/** Takes the key when it is new, when its day is over, or when its first request died; another request keeps it. */
function takeKey(idempotency: KeyedRequest | null, credits: number, now: Date): SQL {
  if (!idempotency) return sql`select 1 as taken`;
  const { key, requestHash, leaseUntil } = idempotency;
  const dayAgo = new Date(now.getTime() - KEPT_MS);
  return sql`
    insert into stored_answers as s (scope, key, request_hash, lease_until, created_at)
    select 'account:' || caller.account_id, ${key}, ${requestHash}, ${at(leaseUntil)}, ${at(now)} from caller, breakers
    where caller.posted - caller.held >= ${credits} and not breakers.is_open
    on conflict (scope, key) do update set request_hash = excluded.request_hash, lease_until = excluded.lease_until, created_at = excluded.created_at, status = null, headers = null, body = null
    where s.created_at < ${at(dayAgo)} or (s.status is null and s.lease_until < ${at(now)} and s.request_hash = excluded.request_hash)
    returning 1 as taken`;
}

interface ReservationRow {
  token_id: number;
  account_id: number;
  head: string;
  tail: string;
  spendable: number;
  is_held: boolean;
  is_key_free: boolean;
  repeats_until: string | Date | null;
  abuse_until: string | Date | null;
}

/** Who calls, whether a breaker is open, and the hold, in one statement. Null: no such token, or it was revoked. */
export async function reserveCall(db: Db, call: ReserveCall): Promise<Reservation | null> {
  const [row] = await rowsOf<ReservationRow>(
    db,
    sql`
    with caller as (
      select t.id as token_id, t.account_id, t.head, t.tail, a.posted, a.held
      from tokens t join accounts a on a.id = t.account_id
      where t.hash = ${call.tokenHash} and t.revoked_at is null
    ), repeats as (${countRepeat(call.repeatKey, call.now)}
    ), breakers as (
      select coalesce((select r.tripped_until > ${at(call.now)} from repeats r), false) as are_repeats_open, a.tripped_until as abuse_until,
        coalesce((select r.tripped_until > ${at(call.now)} from repeats r), false) or coalesce(a.tripped_until > ${at(call.now)}, false) as is_open
      from caller left join call_counters a on a.key = 'abuse:' || caller.token_id
    ), taken as (${takeKey(call.idempotency, call.credits, call.now)}
    ), reserved as (
      update accounts a set held = a.held + ${call.credits} from caller, breakers, taken
      where a.id = caller.account_id and a.posted - a.held >= ${call.credits} and not breakers.is_open
      returning a.posted - a.held as spendable
    ), hold as (
      insert into holds (id, account_id, token_id, credits, status, method, endpoint, created_at, expires_at)
      select ${call.holdId}, caller.account_id, caller.token_id, ${call.credits}, 'reserved', ${call.method}, ${call.endpoint}, ${at(call.now)}, ${at(call.expiresAt)}
      from caller, reserved
    )
    select caller.token_id::int, caller.account_id::int, caller.head, caller.tail,
      coalesce((select spendable from reserved), caller.posted - caller.held)::int as spendable,
      exists (select from reserved) as is_held, exists (select from taken) as is_key_free,
      (select tripped_until from repeats where tripped_until > ${at(call.now)}) as repeats_until,
      (select abuse_until from breakers where abuse_until > ${at(call.now)}) as abuse_until
    from caller`,
  );
  if (!row) return null;
  return {
    tokenId: row.token_id,
    accountId: row.account_id,
    head: row.head,
    tail: row.tail,
    spendable: row.spendable,
    isHeld: row.is_held,
    isKeyFree: row.is_key_free,
    repeatsTrippedUntil: toDate(row.repeats_until),
    abuseTrippedUntil: toDate(row.abuse_until),
  };
}

export interface FinishedAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface StoredKey {
  scope: string;
  key: string;
}

function storeAnswer(stored: StoredKey | null, answer: FinishedAnswer | null): SQL {
  if (!stored || !answer) return sql`select 1`;
  return sql`
    update stored_answers set status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}::jsonb, body = ${answer.body}
    where scope = ${stored.scope} and key = ${stored.key} and exists (select from hold) returning 1`;
}

function keepReceipt({ day, id, leafHash, body }: ReceiptRow): SQL {
  return sql`insert into receipts (day, id, leaf_hash, body) select ${day}::date, ${id}, ${leafHash}, ${body} from hold`;
}

export interface CaptureCall {
  holdId: string;
  receipt: ReceiptRow;
  stored: StoredKey | null;
  answer: FinishedAnswer | null;
  now: Date;
}

/** The steps of a charge, to stand in one statement with others that read `hold`: it has a row only where the charge is made. */
export function captureSteps({ holdId, receipt, stored, answer, now }: CaptureCall): SQL {
  return sql`hold as (
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
    ), proof as (${keepReceipt(receipt)}
    ), kept as (${storeAnswer(stored, answer)})`;
}

/** Takes the held credits, writes the journal, the receipt and the answer to repeat, in one statement. False: the hold was gone. */
export async function captureHold(db: Db, call: CaptureCall): Promise<boolean> {
  const rows = await rowsOf<{ id: string }>(db, sql`with ${captureSteps(call)} select id from hold`);
  return rows.length === 1;
}

export interface ReleaseCall {
  holdId: string;
  receipt: ReceiptRow | null;
  stored: StoredKey | null;
  /** Null frees the key: a repeat runs anew. */
  answer: FinishedAnswer | null;
  waiver: { reason: string; endpoint: string; tokenShort: string } | null;
  now: Date;
}

function forgetKey(stored: StoredKey | null, answer: FinishedAnswer | null): SQL {
  if (!stored || answer) return storeAnswer(stored, answer);
  return sql`delete from stored_answers where scope = ${stored.scope} and key = ${stored.key} and status is null and exists (select from hold) returning 1`;
}

/** Gives the held credits back; with a waiver it also writes the public record and the receipt of the answer given for nothing. */
export async function releaseHold(db: Db, { holdId, receipt, stored, answer, waiver, now }: ReleaseCall): Promise<boolean> {
  const record = waiver
    ? sql`insert into no_charge_events (at, reason, endpoint, credits_skipped, token_short) select ${at(now)}, ${waiver.reason}, ${waiver.endpoint}, hold.credits, ${waiver.tokenShort} from hold`
    : sql`select 1`;
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`
    with hold as (
      update holds set status = 'released', resolved_at = ${at(now)}, receipt_id = ${receipt?.id ?? null}
      where id = ${holdId} and status = 'reserved' returning id, account_id, credits
    ), account as (
      update accounts a set held = a.held - hold.credits from hold where a.id = hold.account_id
    ), record as (${record}
    ), proof as (${receipt ? keepReceipt(receipt) : sql`select 1`}
    ), kept as (${forgetKey(stored, answer)})
    select id from hold`,
  );
  return rows.length === 1;
}

/** Voids what a crash left behind. Several sweepers may run at once: each hold is given back by one. */
export async function expireHolds(db: Db, now: Date): Promise<number> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`
    with abandoned as (
      select id from holds where status = 'reserved' and expires_at < ${at(now)} order by id limit 500 for update skip locked
    ), expired as (
      update holds h set status = 'expired', resolved_at = ${at(now)} from abandoned where h.id = abandoned.id and h.status = 'reserved' returning h.id, h.account_id, h.credits
    ), freed as (
      select account_id, sum(credits)::bigint as credits from expired group by account_id
    ), locked as (
      select id from accounts where id in (select account_id from freed) order by id for update
    ), account as (
      update accounts a set held = a.held - freed.credits from freed, locked where a.id = freed.account_id and a.id = locked.id
    )
    select id from expired`,
  );
  return rows.length;
}

export interface StoredAnswer {
  requestHash: string;
  /** Null while the first request runs. */
  answer: FinishedAnswer | null;
  leaseUntil: Date;
}

export async function findStoredAnswer(db: Db, scope: string, key: string): Promise<StoredAnswer | null> {
  const [row] = await db.select().from(storedAnswers).where(and(eq(storedAnswers.scope, scope), eq(storedAnswers.key, key)));
  if (!row) return null;
  const answer = row.status === null ? null : { status: row.status, headers: row.headers ?? {}, body: row.body ?? "" };
  return { requestHash: row.requestHash, answer, leaseUntil: row.leaseUntil };
}

/** A waived charge that had no hold: a breaker that opened. */
export async function recordNoCharge(db: Db, event: { reason: string; endpoint: string; credits: number; tokenShort: string; at: Date }): Promise<void> {
  await db.insert(noChargeEvents).values({ at: event.at, reason: event.reason, endpoint: event.endpoint, creditsSkipped: event.credits, tokenShort: event.tokenShort });
}

export async function findHoldStatus(db: Db, id: string): Promise<"reserved" | "captured" | "released" | "expired" | null> {
  const [row] = await db.select({ status: holds.status }).from(holds).where(eq(holds.id, id));
  return row?.status ?? null;
}
