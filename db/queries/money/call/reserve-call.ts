import { sql, type SQL } from "drizzle-orm";
import { at, firstOf, type Db } from "@/db/client";
import { planned, type PlannedValues } from "@/db/planned";
import { tokens } from "@/db/schema/accounts";
import { boolean, integer, orNull, time, type RowOf } from "@/db/statements";
import { REPEATS } from "@/lib/domain/money/call-breakers";
import { isAccepted } from "../tokens/tokens";
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
  repeatKey: string | null;
  idempotency: KeyedRequest | null;
}

const RESERVATION = {
  tokenId: integer,
  accountId: integer,
  head: tokens.head,
  tail: tokens.tail,
  spendable: integer,
  isHeld: boolean,
  isKeyFree: boolean,
  suspendedUntil: orNull(time),
  repeatsTrippedUntil: orNull(time),
  abuseTrippedUntil: orNull(time),
  unchargedTrippedUntil: orNull(time),
};

export type Reservation = RowOf<typeof RESERVATION>;

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

const reserveStatement = (parameters: PlannedValues<ReserveParameters>, taken: SQL): SQL => sql`
    with caller as (
      select t.id as token_id, t.account_id, t.head, t.tail, a.posted, a.held, t.suspended_until, f.tripped_until as abuse_until, u.tripped_until as uncharged_until,
        coalesce(greatest(f.tripped_until, u.tripped_until, t.suspended_until) > ${at(parameters.now)}, false) as is_refused
      from tokens t join accounts a on a.id = t.account_id
      left join call_counters f on f.key = 'abuse:' || t.id left join call_counters u on u.key = 'uncharged:' || t.id
      where t.hash = ${parameters.tokenHash} and ${isAccepted(parameters.now)}
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
    select caller.token_id as "tokenId", caller.account_id as "accountId", caller.head, caller.tail,
      coalesce((select spendable from reserved), caller.posted - caller.held) as spendable,
      exists (select from reserved) as "isHeld", exists (select from taken) as "isKeyFree",
      case when caller.suspended_until > ${at(parameters.now)} then caller.suspended_until end as "suspendedUntil",
      (select tripped_until from repeats where tripped_until > ${at(parameters.now)}) as "repeatsTrippedUntil",
      case when caller.abuse_until > ${at(parameters.now)} then caller.abuse_until end as "abuseTrippedUntil",
      case when caller.uncharged_until > ${at(parameters.now)} then caller.uncharged_until end as "unchargedTrippedUntil"
    from caller`;

const reserve = planned(RESERVATION, (parameters: PlannedValues<ReserveParameters>) =>
  reserveStatement(parameters, sql`select 1 as taken`),
);
const reserveUnderKey = planned(RESERVATION, (parameters: PlannedValues<ReserveParameters & KeyedRequest>) =>
  reserveStatement(parameters, takeKey(parameters)),
);

/** Authenticates, checks the breakers and makes the hold in one statement. Null for an unknown or revoked token. */
export const reserveCall = async (db: Db, { idempotency, ...call }: ReserveCall): Promise<Reservation | null> =>
  (idempotency ? reserveUnderKey(db, { ...call, ...idempotency }) : reserve(db, call)).then(firstOf);
