import { and, eq, gte, min, sql } from "drizzle-orm";
import { at, rowsOf, type Db } from "@/db/client";
import { quotePlaces } from "@/db/schema/money";

/** Serialises one caller's quotes until the transaction ends. */
export async function lockCaller(tx: Db, caller: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`quotes:${caller}`}, 0))`);
}

export interface Reservation {
  caller: string;
  places: number;
  now: Date;
  freeAt: Date;
}

export async function takeQuotePlace(tx: Db, { caller, places, now, freeAt }: Reservation): Promise<number | null> {
  const [row] = await rowsOf<{ quote_id: number }>(
    tx,
    sql`
    insert into quote_places (caller, place, quote_id, free_at)
    select ${caller}, free.place, nextval(pg_get_serial_sequence('quotes', 'id')), ${at(freeAt)}
    from (
      select place from generate_series(1, ${places}::int) as place
      where not exists (select from quote_places p where p.caller = ${caller} and p.place = place.place and p.free_at >= ${at(now)})
      order by place limit 1
    ) as free
    on conflict (caller, place) do update set quote_id = excluded.quote_id, free_at = excluded.free_at where quote_places.free_at < ${at(now)}
    returning quote_id::int`,
  );
  return row?.quote_id ?? null;
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
  await tx.execute(sql`delete from quote_places p using quotes q where q.id = ${quoteId} and p.caller = q.caller and p.quote_id = q.id`);
}

/** Whether at least `most` amounts between the two bounds (both exclusive) are reserved. */
export async function areReserved(
  db: Db,
  { after, before, most, now }: { after: bigint; before: bigint; most: number; now: Date },
): Promise<boolean> {
  const [row] = await rowsOf<{ reserved: number }>(
    db,
    sql`
    select count(*)::int as reserved from (
      select from quote_amounts where units > ${after.toString()}::bigint and units < ${before.toString()}::bigint and free_at >= ${at(now)} limit ${most}
    ) as taken`,
  );
  return (row?.reserved ?? 0) >= most;
}
