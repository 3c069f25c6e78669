import { and, desc, gte, lt, sql, type SQL } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { noChargeEvents } from "@/db/schema/ledger";
import { integer, rowsOf, run, text, time, type RowOf } from "@/db/statements";
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
  await run(db, noChargeInsert(charge));
}

const GROUP = { hour: time, reason: text, endpoint: text, count: integer, creditsSkipped: integer };

export interface NoChargeDay {
  count: number;
  creditsSkipped: number;
  byReason: Record<string, number>;
  byEndpoint: Record<string, number>;
  groups: RowOf<typeof GROUP>[];
}

export async function summarizeNoCharge(
  db: Db,
  date: string,
  { groupLimit, endpointLimit }: { groupLimit: number; endpointLimit: number },
): Promise<NoChargeDay> {
  const from = new Date(`${date}T00:00:00Z`);
  const isThatDay = and(gte(noChargeEvents.at, from), lt(noChargeEvents.at, new Date(from.getTime() + DAY_MS)));
  const events = sql<number>`count(*)::int`;
  const grouped = (name: typeof noChargeEvents.reason | typeof noChargeEvents.endpoint) =>
    db
      .select({
        name,
        events,
        allEvents: sql<number>`sum(count(*)) over ()::int`,
        allCredits: sql<number>`sum(sum(${noChargeEvents.creditsSkipped})) over ()::int`,
      })
      .from(noChargeEvents)
      .where(isThatDay)
      .groupBy(name)
      .orderBy(desc(events), name)
      .limit(endpointLimit);
  const reasons = await grouped(noChargeEvents.reason);
  const endpoints = await grouped(noChargeEvents.endpoint);
  const counted = (rows: typeof reasons) => Object.fromEntries(rows.map((row) => [row.name, row.events]));
  return {
    count: reasons[0]?.allEvents ?? 0,
    creditsSkipped: reasons[0]?.allCredits ?? 0,
    byReason: counted(reasons),
    byEndpoint: counted(endpoints),
    groups: await rowsOf(
      db,
      GROUP,
      sql`select date_trunc('hour', at, 'UTC') as hour, reason, endpoint, count(*) as count, sum(credits_skipped) as "creditsSkipped"
          from no_charge_events where ${isThatDay} group by 1, 2, 3 order by hour desc, count desc, endpoint, reason limit ${groupLimit}`,
    ),
  };
}

/** UTC days with a waived charge, newest first. The recursion jumps through the index day by day. */
export async function listNoChargeDates(db: Db, limit: number): Promise<string[]> {
  const rows = await rowsOf(
    db,
    { date: text },
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
