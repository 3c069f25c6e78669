import { and, gte, lt, sql, type SQL } from "drizzle-orm";
import { at, rowsOf, toDate, type Db } from "@/db/client";
import { noChargeEvents } from "@/db/schema/ledger";
import { DAY_MS } from "@/lib/domain/basics/time";

export interface WaivedCharge {
  at: Date;
  reason: string;
  endpoint: string;
  credits: number;
  payer: string;
  receiptId: string | null;
}

/** Insert for use in the waiving statement. With `from` naming a CTE, no row there means no event. */
export const noChargeInsert = (charge: WaivedCharge, from: SQL = sql``): SQL => sql`
    insert into no_charge_events (at, reason, endpoint, credits_skipped, token_short, receipt_id)
    select ${at(charge.at)}, ${charge.reason}::text, ${charge.endpoint}::text, ${charge.credits}::int, ${charge.payer}::text, ${charge.receiptId}::text ${from}`;

export async function recordNoCharge(db: Db, charge: WaivedCharge): Promise<void> {
  await db.execute(noChargeInsert(charge));
}

interface NoChargeGroup {
  hour: Date;
  reason: string;
  endpoint: string;
  count: number;
  creditsSkipped: number;
}

export interface NoChargeDay {
  count: number;
  creditsSkipped: number;
  byReason: Record<string, number>;
  byEndpoint: Record<string, number>;
  groups: NoChargeGroup[];
}

interface GroupRow {
  name: string;
  events: number;
  credits: number;
  all_events: number;
  all_credits: number;
}

export async function summarizeNoCharge(
  db: Db,
  date: string,
  { groupLimit, endpointLimit }: { groupLimit: number; endpointLimit: number },
): Promise<NoChargeDay> {
  const from = new Date(`${date}T00:00:00Z`);
  const isThatDay = and(gte(noChargeEvents.at, from), lt(noChargeEvents.at, new Date(from.getTime() + DAY_MS)));
  const grouped = (column: typeof noChargeEvents.reason | typeof noChargeEvents.endpoint) =>
    rowsOf<GroupRow>(
      db,
      sql`select ${column} as name, count(*)::int as events, sum(credits_skipped)::int as credits, sum(count(*)) over ()::int as all_events, sum(sum(credits_skipped)) over ()::int as all_credits
          from no_charge_events where ${isThatDay} group by 1 order by events desc, name limit ${endpointLimit}`,
    );
  const reasons = await grouped(noChargeEvents.reason);
  const endpoints = await grouped(noChargeEvents.endpoint);
  const hours = await rowsOf<{ hour: string | Date; reason: string; endpoint: string; events: number; credits: number }>(
    db,
    sql`select date_trunc('hour', at, 'UTC') as hour, reason, endpoint, count(*)::int as events, sum(credits_skipped)::int as credits
        from no_charge_events where ${isThatDay} group by 1, 2, 3 order by hour desc, events desc, endpoint, reason limit ${groupLimit}`,
  );
  const groups = hours.map(({ hour, reason, endpoint, events, credits }) => ({
    hour: toDate(hour),
    reason,
    endpoint,
    count: events,
    creditsSkipped: credits,
  }));
  const counted = (rows: readonly GroupRow[]) => Object.fromEntries(rows.map(({ name, events: times }) => [name, times]));
  return {
    count: reasons[0]?.all_events ?? 0,
    creditsSkipped: reasons[0]?.all_credits ?? 0,
    byReason: counted(reasons),
    byEndpoint: counted(endpoints),
    groups,
  };
}

/** UTC days with a waived charge, newest first. The recursion jumps through the index day by day. */
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
