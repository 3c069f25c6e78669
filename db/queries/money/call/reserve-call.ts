import { sql, type SQL } from "drizzle-orm";
import { at, toDate, type Db } from "@/db/client";
import { planned, type PlannedValues } from "@/db/planned";
import { REPEATS } from "@/lib/domain/money/call-breakers";
import { countCall } from "./call-counters";
import type { OpenBreakers } from "./release-hold";
import { unlessInUse, type KeyedRequest } from "./stored-answers";

export interface ReserveCall {
  tokenHash: string;
  holdId: string;
  credits: number;
  method: string;
  endpoint: string;
  now: Date;
  expiresAt: Date;
  repeatKey: string | null;
  idempotency: KeyedRequest | null;
}

export interface Reservation extends OpenBreakers {
  tokenId: number;
  accountId: number;
  head: string;
  tail: string;
  spendable: number;
  isHeld: boolean;
  isKeyFree: boolean;
  repeatsTrippedUntil: Date | null;
}

type ReserveParameters = Omit<ReserveCall, "idempotency">;

/** Counts nothing when the breaker does not apply or another breaker already refuses the call. */
const countRepeat = ({ repeatKey, now }: PlannedValues<ReserveParameters>): SQL =>
  countCall(sql`${repeatKey}::text`, sql`caller where ${repeatKey}::text is not null and not caller.is_refused`, REPEATS, now);

const takeKey = ({ key, requestHash, leaseUntil, credits, now }: PlannedValues<ReserveParameters & KeyedRequest>): SQL => sql`
    insert into stored_answers as s (scope, key, request_hash, lease_until, created_at)
    select 'account:' || caller.account_id, ${key}::text, ${requestHash}::text, ${at(leaseUntil)}, ${at(now)} from caller, breakers
    where caller.posted - caller.held >= ${credits}::int and not breakers.is_open
    ${unlessInUse(now)}
    returning 1 as taken`;

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
  uncharged_until: string | Date | null;
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
  unchargedTrippedUntil: toDate(row.uncharged_until),
});

const reserveStatement = (parameters: PlannedValues<ReserveParameters>, taken: SQL): SQL => sql`
    with caller as (
      select t.id as token_id, t.account_id, t.head, t.tail, a.posted, a.held, f.tripped_until as abuse_until, u.tripped_until as uncharged_until,
        coalesce(greatest(f.tripped_until, u.tripped_until) > ${at(parameters.now)}, false) as is_refused
      from tokens t join accounts a on a.id = t.account_id
      left join call_counters f on f.key = 'abuse:' || t.id left join call_counters u on u.key = 'uncharged:' || t.id
      where t.hash = ${parameters.tokenHash} and t.revoked_at is null
    ), repeats as (${countRepeat(parameters)}
    ), breakers as (
      select caller.is_refused or coalesce((select r.tripped_until > ${at(parameters.now)} from repeats r), false) as is_open from caller
    ), taken as (${taken}
    ), reserved as (
      update accounts a set held = a.held + ${parameters.credits}::int from caller, breakers, taken
      where a.id = caller.account_id and a.posted - a.held >= ${parameters.credits}::int and not breakers.is_open
      returning a.posted - a.held as spendable
    ), hold as (
      insert into holds (id, account_id, token_id, credits, status, method, endpoint, created_at, expires_at)
      select ${parameters.holdId}, caller.account_id, caller.token_id, ${parameters.credits}::int, 'reserved', ${parameters.method}, ${parameters.endpoint}, ${at(parameters.now)}, ${at(parameters.expiresAt)}
      from caller, reserved
    )
    select caller.token_id::int, caller.account_id::int, caller.head, caller.tail,
      coalesce((select spendable from reserved), caller.posted - caller.held)::int as spendable,
      exists (select from reserved) as is_held, exists (select from taken) as is_key_free,
      (select tripped_until from repeats where tripped_until > ${at(parameters.now)}) as repeats_until,
      case when caller.abuse_until > ${at(parameters.now)} then caller.abuse_until end as abuse_until,
      case when caller.uncharged_until > ${at(parameters.now)} then caller.uncharged_until end as uncharged_until
    from caller`;

const reserve = planned<ReserveParameters, ReservationRow>((parameters) => reserveStatement(parameters, sql`select 1 as taken`));
const reserveUnderKey = planned<ReserveParameters & KeyedRequest, ReservationRow>((parameters) =>
  reserveStatement(parameters, takeKey(parameters)),
);

/** Authenticates, checks the breakers and makes the hold in one statement. Null for an unknown or revoked token. */
export async function reserveCall(db: Db, { idempotency, ...call }: ReserveCall): Promise<Reservation | null> {
  const [row] = await (idempotency ? reserveUnderKey(db, { ...call, ...idempotency }) : reserve(db, call));
  return row ? reservationOf(row) : null;
}
