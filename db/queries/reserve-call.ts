import { sql, type SQL } from "drizzle-orm";
import { at, toDate, type Db } from "../client";
import { plannedRows } from "../planned";
import { REPEATS } from "@/lib/domain/breakers";
import { countCall } from "./call-counters";
import { unlessInUse, type KeyedRequest } from "./stored-answers";

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

function countRepeat(key: string | null, now: Date): SQL {
  if (key === null) return sql`select null::timestamptz as tripped_until where false`;
  return countCall(sql`${key}::text`, sql`caller`, REPEATS, now);
}

function takeKey(idempotency: KeyedRequest | null, credits: number, now: Date): SQL {
  if (!idempotency) return sql`select 1 as taken`;
  const { key, requestHash, leaseUntil } = idempotency;
  return sql`
    insert into stored_answers as s (scope, key, request_hash, lease_until, created_at)
    select 'account:' || caller.account_id, ${key}, ${requestHash}, ${at(leaseUntil)}, ${at(now)} from caller, breakers
    where caller.posted - caller.held >= ${credits} and not breakers.is_open
    ${unlessInUse(now)}
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

const reservationOf = (row: ReservationRow): Reservation => ({
  tokenId: row.token_id,
  accountId: row.account_id,
  head: row.head,
  tail: row.tail,
  spendable: row.spendable,
  isHeld: row.is_held,
  isKeyFree: row.is_key_free,
  repeatsTrippedUntil: toDate(row.repeats_until),
  abuseTrippedUntil: toDate(row.abuse_until),
});

/** Who calls, whether a breaker is open, and the hold, in one statement. Null: no such token, or it was revoked. */
export async function reserveCall(db: Db, call: ReserveCall): Promise<Reservation | null> {
  const [row] = await plannedRows<ReservationRow>(
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
  return row ? reservationOf(row) : null;
}
