import { isAccepted } from "@/db/queries/money/tokens/tokens";
import { desc, eq, sql } from "drizzle-orm";
import { at, firstOf, hasRow, inTransaction, matching, type Db } from "@/db/client";
import { watchDeliveries, watches } from "@/db/schema/watches";
import { integer, rowsOf, run, valueOf, type RowOf } from "@/db/statements";
import { expireWatches } from "./watches";
import type { AnswerReading } from "@/lib/domain/watches/chat/read-answer";
import type { WatchFormat } from "@/lib/domain/watches/chat/watch-format";
import type { Fire, WatchMatch } from "@/lib/domain/watches/watch-body";
import { MOST_AT_ONCE_PER_HOST, QUEUED_HOURS, SENDING_RATE, SENDING_SECONDS } from "@/lib/domain/watches/watch-limits";
import { DAY_MS, HOUR_MS } from "@/lib/domain/basics/time";

export interface DeliveryResult extends AnswerReading {
  kind: string;
  status?: number;
}

/** A request as it was sent. Its body is null for JSON, which follows from the delivery. */
export interface SentRequest {
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface ClaimedDelivery {
  /** Id of the attempt, under which its outcome is recorded. */
  id: string;
  watchId: string;
  /** Id of the message; a redelivery keeps the id of the fire it repeats. */
  deliveryId: string;
  url: string;
  sealedSecret: string | null;
  isSecretEncoded: boolean;
  format: WatchFormat;
  subjects: string[];
  fire: Fire;
}

const CLAIMED = {
  id: watchDeliveries.id,
  watchId: watchDeliveries.watchId,
  redeliveryOf: watchDeliveries.redeliveryOf,
  firedAt: watchDeliveries.firedAt,
  fireCount: integer,
  match: valueOf<WatchMatch>(),
  spec: watches.spec,
  format: watches.format,
  subjects: watches.subjects,
  fireCap: watches.fireCap,
  url: watches.callbackUrl,
  sealedSecret: watches.sealedSecret,
  isSecretEncoded: watches.isSecretEncoded,
};

function toClaimedDelivery({ firedAt, fireCount, fireCap, spec, match, redeliveryOf, ...row }: RowOf<typeof CLAIMED>): ClaimedDelivery {
  const deliveryId = redeliveryOf ?? row.id;
  return { ...row, deliveryId, fire: { watchId: row.watchId, deliveryId, firedAt, fireCount, fireCap, spec, match } };
}

/** Marks attempts whose process died. They are counted and perhaps received, and never sent again. */
export const markLostDeliveries = async (db: Db, now: Date): Promise<number> =>
  run(
    db,
    sql`
    with lost as (
      update watch_deliveries set state = 'lost', outcome = 'lost', detail = 'the process that sent it ended', finished_at = ${at(now)}
      where state = 'sending' and claimed_at < ${at(new Date(now.getTime() - SENDING_SECONDS * 1000))} returning id, watch_id, kind
    ), told as (
      update watches w set last_delivery_status = null from lost where w.id = lost.watch_id and lost.kind <> 'ping'
    )
    select from lost`,
  );

/** Drops pending deliveries of watches that have ended, and of accounts whose tokens have all ended. */
async function dropDeliveries(tx: Db, now: Date): Promise<void> {
  await run(
    tx,
    sql`
    update watch_deliveries d set state = 'dropped', finished_at = ${at(now)} from watches w
    where d.state = 'pending' and w.id = d.watch_id and (w.status <> 'active' or (
      exists (select from tokens t where t.account_id = w.account_id) and not exists (select from tokens t where t.account_id = w.account_id and ${isAccepted(now)})))`,
  );
}

/** Deliveries that waited too long are not sent any more; the watch's log shows it. */
const expireDeliveries = (tx: Db, now: Date): Promise<number> =>
  run(
    tx,
    sql`
    update watch_deliveries set state = 'expired', outcome = 'expired', detail = ${`not sent within ${QUEUED_HOURS} hours`}, finished_at = ${at(now)}
    where state = 'pending' and queued_at < ${at(new Date(now.getTime() - QUEUED_HOURS * HOUR_MS))}`,
  );

const { windowSeconds, perAccountAndHost, perHost, perUnverifiedHost } = SENDING_RATE;

/**
 * The deliveries that may be sent now. Accounts take turns at a host, the one that was sent least in
 * the last minute first. A host that has never answered with 2xx gets few, so that nobody can be
 * flooded through this service.
 */
const dueDeliveries = (limit: number, now: Date) => sql`
    with busy as (
      select w.callback_host, count(*)::int as sending from watch_deliveries d join watches w on w.id = d.watch_id where d.state = 'sending' group by w.callback_host
    ), heads as (
      select distinct on (d.watch_id) d.id, d.seq, d.kind, d.watch_id from watch_deliveries d
      where d.state = 'pending' and not exists (select from watch_deliveries s where s.watch_id = d.watch_id
        and (s.state = 'sending' or (s.state = 'pending' and s.not_before > ${at(now)})))
      order by d.watch_id, d.seq
    ), sent as (
      select w.account_id, w.callback_host, count(*)::int as deliveries from watch_deliveries d join watches w on w.id = d.watch_id
      where d.claimed_at > ${at(new Date(now.getTime() - windowSeconds * 1000))} group by w.account_id, w.callback_host
    ), turns as (
      select h.*, w.callback_host, coalesce(sent.deliveries, 0) + row_number() over (partition by w.account_id, w.callback_host order by h.seq) as turn
      from heads h join watches w on w.id = h.watch_id left join sent on sent.account_id = w.account_id and sent.callback_host = w.callback_host
    ), placed as (
      select *, row_number() over (partition by callback_host order by turn, seq) as place from turns where turn <= ${perAccountAndHost}
    ), hosts as (
      select h.callback_host, coalesce((select sum(deliveries) from sent where sent.callback_host = h.callback_host), 0) as deliveries,
        case when exists (select from watches w where w.callback_host = h.callback_host and w.is_verified) then ${perHost}::int else ${perUnverifiedHost}::int end as most
      from (select distinct callback_host from placed) h
    ), chosen as (
      select p.id, p.seq, p.kind, p.watch_id from placed p
      join hosts on hosts.callback_host = p.callback_host left join busy on busy.callback_host = p.callback_host
      where coalesce(busy.sending, 0) + p.place <= ${MOST_AT_ONCE_PER_HOST} and hosts.deliveries + p.place <= hosts.most
      order by p.turn, p.seq limit ${limit}
    )`;

const chooseAndCount = (limit: number, now: Date) => sql`
    ${dueDeliveries(limit, now)}, locked as (
      select w.id from watches w where w.id in (select watch_id from chosen) and w.status = 'active' and w.expires_at > ${at(now)} and w.fire_count < w.fire_cap
      order by w.id for update skip locked
    ), counted as (
      update watches w set fire_count = w.fire_count + 1, last_fired_at = ${at(now)},
        status = case when w.fire_count + 1 >= w.fire_cap then 'cap_reached' else w.status end,
        ended_at = case when w.fire_count + 1 >= w.fire_cap then ${at(now)} else w.ended_at end
      from chosen c, locked l where c.kind = 'fire' and l.id = c.watch_id and w.id = l.id returning w.id, w.fire_count
    ), claimed as (
      update watch_deliveries d set state = 'sending', claimed_at = ${at(now)}, fire_count = coalesce(counted.fire_count, d.fire_count),
        not_before = null, finished_at = null, outcome = null, http_status = null, detail = null, sent_headers = null, sent_body = null
      from chosen c join locked l on l.id = c.watch_id left join counted on counted.id = c.watch_id
      where d.id = c.id and d.state = 'pending' returning d.*
    )
    select d.id, d.watch_id as "watchId", d.redelivery_of as "redeliveryOf", d.fired_at as "firedAt", d.fire_count as "fireCount", d.match,
      w.spec, w.format, w.subjects, w.fire_cap as "fireCap", w.callback_url as url, w.sealed_secret as "sealedSecret", w.is_secret_encoded as "isSecretEncoded"
    from claimed d join watches w on w.id = d.watch_id order by d.seq`;

/**
 * Claims deliveries to send now. Each is counted before it is sent; per watch one at a time and in order, per account
 * and host a limited number at once and a minute, over all processes. The caller must send claimed deliveries at once and record the outcome.
 */
export function claimDeliveries(db: Db, limit: number, now: Date): Promise<ClaimedDelivery[]> {
  return inTransaction(db, async (tx) => {
    await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('watch-deliveries', 0))`);
    await markLostDeliveries(tx, now);
    await expireWatches(tx, now);
    await dropDeliveries(tx, now);
    await expireDeliveries(tx, now);
    return (await rowsOf(tx, CLAIMED, chooseAndCount(limit, now))).map(toClaimedDelivery);
  });
}

/** HTTP 410: the receiver asks for no more (RFC 9110). */
const GONE = 410;
const GONE_DETAIL = "the receiver has been gone for a day, so the watch ended";

/** What is stored of an attempt, whatever follows from it. */
const outcomeOf = ({ kind, status }: DeliveryResult, now: Date, sent: SentRequest | null) => sql`
  outcome = ${kind}::text, http_status = ${status ?? null}::int, finished_at = ${at(now)},
  sent_headers = ${sent === null ? null : JSON.stringify(sent.headers)}::json, sent_body = ${sent?.body ?? null}::text`;

const detailOf = ({ detail }: DeliveryResult) => sql`${detail === undefined ? null : [...detail].slice(0, 200).join("")}::text`;

/**
 * Puts a delivery back that a chat product was too busy for. It was not received, so a fire counts no more. Each wait is at least as
 * long as the delivery has waited already, so that few attempts fit into the day after which it is dropped.
 */
const deferDelivery = async (db: Db, id: string, result: DeliveryResult, now: Date, sent: SentRequest | null): Promise<number> =>
  run(
    db,
    sql`
    with deferred as (
      update watch_deliveries d set state = 'pending', ${outcomeOf(result, now, sent)}, detail = ${detailOf(result)},
        not_before = ${at(now)} + greatest(make_interval(secs => ${result.waitSeconds ?? 0}::int), ${at(now)} - d.queued_at),
        fire_count = case when d.kind = 'fire' then null else d.fire_count end
      where d.id = ${id} and d.state in ('sending', 'lost') and d.kind <> 'ping' returning d.watch_id, d.kind
    )
    update watches w set last_delivery_status = ${result.status ?? null}::int, fire_count = w.fire_count - (deferred.kind = 'fire')::int,
      status = case when deferred.kind = 'fire' and w.status = 'cap_reached' then 'active' else w.status end,
      ended_at = case when deferred.kind = 'fire' and w.status = 'cap_reached' then null else w.ended_at end
    from deferred where w.id = deferred.watch_id`,
  );

/**
 * A fire's status becomes the watch's last one, a ping's does not. The first success verifies the receiver; one that is gone for a
 * day ends the watch.
 */
export async function recordOutcome(db: Db, id: string, result: DeliveryResult, now: Date, sent: SentRequest | null = null): Promise<void> {
  const { status = null, waitSeconds } = result;
  if (waitSeconds !== undefined && (await deferDelivery(db, id, result, now, sent)) > 0) return;
  const isGone = status === GONE || result.isGone === true;
  const isSuccess = status !== null && status >= 200 && status < 300;
  await run(
    db,
    sql`
    with attempt as (
      select d.id, d.kind, d.watch_id, d.kind <> 'ping' and ${isGone}::boolean as is_gone,
        d.kind <> 'ping' and ${isGone}::boolean and w.status = 'active' and coalesce(w.gone_since <= ${at(new Date(now.getTime() - DAY_MS))}, false) as ends
      from watch_deliveries d join watches w on w.id = d.watch_id where d.id = ${id} and d.state in ('sending', 'lost')
    ), done as (
      update watch_deliveries d set state = 'sent', ${outcomeOf(result, now, sent)},
        detail = case when attempt.ends then ${GONE_DETAIL} else ${detailOf(result)} end
      from attempt where d.id = attempt.id and d.state in ('sending', 'lost') returning attempt.*
    )
    update watches w set is_verified = w.is_verified or ${isSuccess}::boolean,
      last_delivery_status = case when done.kind = 'ping' then w.last_delivery_status else ${status}::int end,
      gone_since = case when done.is_gone then coalesce(w.gone_since, ${at(now)}) when ${status !== null && !isGone}::boolean then null else w.gone_since end,
      status = case when done.ends then 'receiver_gone' else w.status end, ended_at = case when done.ends then ${at(now)} else w.ended_at end
    from done where w.id = done.watch_id`,
  );
}

export type Delivery = typeof watchDeliveries.$inferSelect;

export const listDeliveries = async (db: Db, watchId: string, limit: number): Promise<Delivery[]> =>
  db.select().from(watchDeliveries).where(eq(watchDeliveries.watchId, watchId)).orderBy(desc(watchDeliveries.seq)).limit(limit);

export const findDelivery = async (db: Db, watchId: string, id: string): Promise<Delivery | null> =>
  db.select().from(watchDeliveries).where(matching(watchDeliveries, { watchId, id })).then(firstOf);

export async function beginPing(db: Db, { now, ...ping }: { id: string; watchId: string; fireCount: number; now: Date }): Promise<void> {
  await db.insert(watchDeliveries).values({ ...ping, kind: "ping", state: "sending", firedAt: now, claimedAt: now });
}

/** Queues the same message again. False when it is already queued or being sent. */
export async function queueRedelivery(
  db: Db,
  { id: redeliveryOf, watchId, firedAt, match, fireCount }: Delivery,
  id: string,
): Promise<boolean> {
  const row = { id, watchId, kind: "redelivery", state: "pending", redeliveryOf, firedAt, match, fireCount } as const;
  return db.insert(watchDeliveries).values(row).onConflictDoNothing().returning({ id: watchDeliveries.id }).then(hasRow);
}

export interface QueuedFire {
  id: string;
  watchId: string;
  firedAt: Date;
  match: WatchMatch;
}

export async function queueFires(tx: Db, fires: readonly QueuedFire[]): Promise<void> {
  if (fires.length === 0) return;
  await run(
    tx,
    sql`
    insert into watch_deliveries (id, watch_id, kind, state, fired_at, match)
    select id, "watchId", 'fire', 'pending', "firedAt", match
    from json_to_recordset(${JSON.stringify(fires)}::json) as f (id text, "watchId" text, "firedAt" timestamptz, match json)`,
  );
}
