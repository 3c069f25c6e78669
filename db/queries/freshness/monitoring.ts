import { gt, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { hostBreakers } from "@/db/schema/operations";
import { integer, rowsOf, type RowOf } from "@/db/statements";

const WORK = {
  holdsOpen: integer,
  creditsPosted: integer,
  creditsHeld: integer,
  deliveriesWaiting: integer,
  activeWatches: integer,
};

type StoredWork = RowOf<typeof WORK>;

/** Counts what the ledger holds for customers, and what waits to be done. */
export async function sumStoredWork(db: Db): Promise<StoredWork> {
  const [row] = await rowsOf(
    db,
    WORK,
    sql`select
      (select count(*) from holds where status = 'reserved')::int as "holdsOpen",
      (select coalesce(sum(posted), 0) from accounts where kind <> 'system')::float8 as "creditsPosted",
      (select coalesce(sum(held), 0) from accounts where kind <> 'system')::float8 as "creditsHeld",
      (select count(*) from watch_deliveries where state in ('pending', 'sending'))::int as "deliveriesWaiting",
      (select count(*) from watches where status = 'active')::int as "activeWatches"`,
  );
  if (!row) throw new Error("the database answered no row");
  return row;
}

const MOST_HOSTS = 200;

/** Hosts of sources that failed last, and until when they are left alone. */
export const listTroubledHosts = async (db: Db): Promise<(typeof hostBreakers.$inferSelect)[]> =>
  db
    .select()
    .from(hostBreakers)
    .where(or(gt(hostBreakers.failures, 0), isNotNull(hostBreakers.openUntil)))
    .orderBy(hostBreakers.host)
    .limit(MOST_HOSTS);
