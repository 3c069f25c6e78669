import { and, eq, gt, gte, lt, min, sql } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { quoteAmounts, quotePlaces } from "@/db/schema/money";
import { rowsOf, run } from "@/db/statements";

/** Serialises one caller's quotes until the transaction ends. */
export async function lockCaller(tx: Db, caller: string): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`quotes:${caller}`}, 0))`);
}

export interface Reservation {
  caller: string;
  places: number;
  now: Date;
  freeAt: Date;
}

export async function takeQuotePlace(tx: Db, { caller, places, now, freeAt }: Reservation): Promise<number | null> {
  const [row] = await rowsOf(
    tx,
    { quoteId: quotePlaces.quoteId },
    sql`
    insert into quote_places (caller, place, quote_id, free_at)
    select ${caller}, free.place, nextval(pg_get_serial_sequence('quotes', 'id')), ${at(freeAt)}
    from (
      select place from generate_series(1, ${places}::int) as place
      where not exists (select from quote_places p where p.caller = ${caller} and p.place = place.place and p.free_at >= ${at(now)})
      order by place limit 1
    ) as free
    on conflict (caller, place) do update set quote_id = excluded.quote_id, free_at = excluded.free_at where quote_places.free_at < ${at(now)}
    returning quote_id as "quoteId"`,
  );
  return row?.quoteId ?? null;
}

export async function nextFreePlace(db: Db, caller: string, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ freeAt: min(quotePlaces.freeAt) })
    .from(quotePlaces)
    .where(and(eq(quotePlaces.caller, caller), gte(quotePlaces.freeAt, now)));
  return row?.freeAt ?? null;
}

/** A paid quote keeps its amount reserved but no longer counts against its caller's limit. */
export async function leaveQuotePlace(tx: Db, quoteId: number): Promise<void> {
  await run(tx, sql`delete from quote_places p using quotes q where q.id = ${quoteId} and p.caller = q.caller and p.quote_id = q.id`);
}

/** Whether at least `most` amounts between the two bounds (both exclusive) are reserved. */
export async function areReserved(
  db: Db,
  { after, before, most, now }: { after: bigint; before: bigint; most: number; now: Date },
): Promise<boolean> {
  const { units, freeAt } = quoteAmounts;
  const reserved = await db
    .select({ units })
    .from(quoteAmounts)
    .where(and(gt(units, after), lt(units, before), gte(freeAt, now)))
    .limit(most);
  return reserved.length >= most;
}
