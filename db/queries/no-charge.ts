import { and, desc, gte, lt, sql } from "drizzle-orm";
import { rowsOf, type Db } from "../client";
import { noChargeEvents } from "../schema/ledger";

export interface NoChargeEvent {
  at: Date;
  reason: string;
  endpoint: string;
  creditsSkipped: number;
  tokenShort: string;
}

export interface NoChargeDay {
  count: number;
  creditsSkipped: number;
  byReason: Record<string, number>;
  /** The most frequent ones. */
  byEndpoint: Record<string, number>;
  /** Newest first. */
  events: NoChargeEvent[];
}

interface Grouped {
  name: string;
  events: number;
  credits: number;
  all_events: number;
  all_credits: number;
}

const DAY_MS = 86_400_000;

/** What was not charged on a UTC day: sums over all of it, and the newest events. */
export async function summarizeNoCharge(db: Db, date: string, { eventLimit, endpointLimit }: { eventLimit: number; endpointLimit: number }): Promise<NoChargeDay> {
  const from = new Date(`${date}T00:00:00Z`);
  const isThatDay = and(gte(noChargeEvents.at, from), lt(noChargeEvents.at, new Date(from.getTime() + DAY_MS)));
  const grouped = (column: typeof noChargeEvents.reason | typeof noChargeEvents.endpoint) =>
    rowsOf<Grouped>(
      db,
      sql`select ${column} as name, count(*)::int as events, sum(credits_skipped)::int as credits, sum(count(*)) over ()::int as all_events, sum(sum(credits_skipped)) over ()::int as all_credits
          from no_charge_events where ${isThatDay} group by 1 order by events desc, name limit ${endpointLimit}`,
    );
  const reasons = await grouped(noChargeEvents.reason);
  const endpoints = await grouped(noChargeEvents.endpoint);
  const { at, reason, endpoint, creditsSkipped, tokenShort } = noChargeEvents;
  const events = await db.select({ at, reason, endpoint, creditsSkipped, tokenShort }).from(noChargeEvents).where(isThatDay).orderBy(desc(at), desc(noChargeEvents.id)).limit(eventLimit);
  const counted = (rows: readonly Grouped[]) => Object.fromEntries(rows.map(({ name, events: times }) => [name, times]));
  return { count: reasons[0]?.all_events ?? 0, creditsSkipped: reasons[0]?.all_credits ?? 0, byReason: counted(reasons), byEndpoint: counted(endpoints), events };
}

/** UTC days on which something was not charged, newest first; the index is walked day by day. */
export async function listNoChargeDates(db: Db, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ date: string }>(
    db,
    sql`
    with recursive days as (
      select (max(at) at time zone 'UTC')::date as day from no_charge_events
      union all
      select (select (max(at) at time zone 'UTC')::date from no_charge_events where at < (days.day::timestamp at time zone 'UTC')) from days where days.day is not null
    )
    select to_char(day, 'YYYY-MM-DD') as date from days where day is not null limit ${limit}`,
  );
  return rows.map(({ date }) => date);
}
