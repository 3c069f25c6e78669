import { sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { planned, type PlannedValues } from "@/db/planned";
import { tokens } from "@/db/schema/accounts";
import { boolean, integer, orNull, time, type RowOf } from "@/db/statements";
import { IS_PLACE, together, type Decision } from "@/db/together";
import { REPEATS } from "@/lib/domain/money/call-breakers";
import { isAccepted } from "../tokens/tokens";
import { countCall } from "./call-counters";
import { UNLESS_IN_USE, type KeyedRequest } from "./stored-answers";

export interface ReserveCall {
  tokenHash: string;
  holdId: string;
  credits: number;
  method: string;
  endpoint: string;
  now: Date;
  expiresAt: Date;
  /** Null where repeats are not counted. */
  repeatKey: string | null;
  idempotency: KeyedRequest | null;
}

const RESERVATION = {
  tokenId: integer,
  accountId: integer,
  head: tokens.head,
  tail: tokens.tail,
  /** Credits left after this call and the calls before it in the same statement. */
  spendable: integer,
  isHeld: boolean,
  isKeyFree: boolean,
  suspendedUntil: orNull(time),
  repeatsTrippedUntil: orNull(time),
  abuseTrippedUntil: orNull(time),
  unchargedTrippedUntil: orNull(time),
};

const PLACED = { place: integer, ...RESERVATION };

export type Reservation = RowOf<typeof RESERVATION>;

/** Counts nothing when the breaker does not apply or another breaker already refuses the call. */
const countRepeats: SQL = countCall(
  sql`caller.repeat_key`,
  sql`caller where caller.repeat_key is not null and not caller.is_refused order by caller.repeat_key`,
  REPEATS,
  sql`caller.now`,
);

const takeKeys: SQL = sql`
    insert into stored_answers as s (scope, key, request_hash, lease_until, created_at)
    select 'account:' || checked.account_id, checked.key, checked.request_hash, checked.lease_until, checked.now from checked
    where checked.key is not null and checked.posted - checked.held >= checked.credits and not checked.is_open
    ${UNLESS_IN_USE}
    returning s.scope, s.key`;

/** The calls with their tokens and accounts, and whether a breaker refuses them. */
const checkCalls = (calls: PlannedValues<{ calls: string }>["calls"]): SQL => sql`call as (
      select * from json_to_recordset(${calls}::json) as call (
        place int, token_hash text, hold_id text, credits int, method text, endpoint text, now timestamptz, expires_at timestamptz,
        repeat_key text, key text, request_hash text, lease_until timestamptz)
      where ${IS_PLACE}
    ), caller as (
      select call.*, t.id as token_id, t.account_id, t.head, t.tail, a.posted, a.held, t.suspended_until, f.tripped_until as abuse_until, u.tripped_until as uncharged_until,
        coalesce(greatest(f.tripped_until, u.tripped_until, t.suspended_until) > call.now, false) as is_refused
      from call join tokens t on t.hash = call.token_hash and ${isAccepted(sql`call.now`)} join accounts a on a.id = t.account_id
      left join call_counters f on f.key = 'abuse:' || t.id left join call_counters u on u.key = 'uncharged:' || t.id
    ), repeats as (${countRepeats}
    ), checked as (
      select caller.*, r.tripped_until as repeats_until, caller.is_refused or coalesce(r.tripped_until > caller.now, false) as is_open
      from caller left join repeats r on r.key = caller.repeat_key
    ), taken as (${takeKeys}
    )`;

/**
 * Calls of one account open together or not at all, so that the UPDATE alone locks the account's row. A SELECT FOR UPDATE before it
 * would decide for each call, but then the UPDATE asks for the lock of the row's old version, which a waiting call has: a deadlock.
 */
const OPENED: SQL = sql`ready as (
      select * from checked
      where not is_open and (key is null or exists (select from taken where taken.key = checked.key and taken.scope = 'account:' || checked.account_id))
    ), asked as (
      select account_id, sum(credits)::bigint as credits from ready group by account_id order by account_id
    ), reserved as (
      update accounts a set held = a.held + asked.credits from asked
      where a.id = asked.account_id and a.posted - a.held >= asked.credits returning a.id, a.posted - a.held as spendable
    ), opened as (
      select ready.*, reserved.spendable + sum(ready.credits) over (partition by ready.account_id order by ready.place desc) - ready.credits as spendable
      from ready join reserved on reserved.id = ready.account_id
    ), hold as (
      insert into holds (id, account_id, token_id, credits, status, method, endpoint, created_at, expires_at)
      select hold_id, account_id, token_id, credits, 'reserved', method, endpoint, now, expires_at from opened
    )`;

const OUTCOMES: SQL = sql`
    select c.place, c.token_id as "tokenId", c.account_id as "accountId", c.head, c.tail,
      coalesce(opened.spendable, c.posted - c.held)::bigint as spendable, opened.place is not null as "isHeld",
      c.key is null or exists (select from taken where taken.key = c.key) as "isKeyFree",
      case when c.suspended_until > c.now then c.suspended_until end as "suspendedUntil",
      case when c.repeats_until > c.now then c.repeats_until end as "repeatsTrippedUntil",
      case when c.abuse_until > c.now then c.abuse_until end as "abuseTrippedUntil",
      case when c.uncharged_until > c.now then c.uncharged_until end as "unchargedTrippedUntil"
    from checked c left join opened on opened.place = c.place`;

/**
 * Locks counters before keys before accounts, each in the order of their keys. Statements of several
 * processes then never wait for each other in a circle.
 */
const reserve = planned(PLACED, ({ calls }: PlannedValues<{ calls: string }>) => sql`with ${checkCalls(calls)}, ${OPENED} ${OUTCOMES}`);

const asRecord = ({ idempotency, ...call }: ReserveCall, place: number) => ({
  place,
  token_hash: call.tokenHash,
  hold_id: call.holdId,
  credits: call.credits,
  method: call.method,
  endpoint: call.endpoint,
  now: call.now,
  expires_at: call.expiresAt,
  repeat_key: call.repeatKey,
  ...(idempotency ? { key: idempotency.key, request_hash: idempotency.requestHash, lease_until: idempotency.leaseUntil } : {}),
});

async function reserveAlone(db: Db, call: ReserveCall): Promise<Reservation | null> {
  const [row] = await reserve(db, { calls: JSON.stringify([asRecord(call, 0)]) });
  return row ?? null;
}

const isRefused = (row: Reservation): boolean =>
  (row.suspendedUntil ?? row.repeatsTrippedUntil ?? row.abuseTrippedUntil ?? row.unchargedTrippedUntil) !== null;

/** Alone, a call may still open when its account could not pay for all that came with it. Its repeat is counted already. */
function decisionOn(call: ReserveCall, row: Reservation | undefined, isAlone: boolean): Decision<ReserveCall, Reservation | null> {
  if (!row) return { outcome: null };
  return row.isHeld || isRefused(row) || isAlone ? { outcome: row } : { alone: { ...call, repeatKey: null } };
}

const reserveTogether = together<ReserveCall, Reservation | null>({
  async runAll(db, calls) {
    const rows = new Map((await reserve(db, { calls: JSON.stringify(calls.map(asRecord)) })).map((row) => [row.place, row]));
    return calls.map((call, place) => decisionOn(call, rows.get(place), calls.length === 1));
  },
  runAlone: reserveAlone,
  keyOf: ({ repeatKey, holdId }) => repeatKey ?? holdId,
});

/** Authenticates, checks the breakers and makes the hold in one statement. Null for an unknown or revoked token. */
export const reserveCall = (db: Db, call: ReserveCall): Promise<Reservation | null> =>
  call.idempotency ? reserveAlone(db, call) : reserveTogether(db, call);
