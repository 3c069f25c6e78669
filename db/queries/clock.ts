import { sql } from "drizzle-orm";
import { clockDoubt, hearDatabase, isDatabaseDue } from "@/lib/config/clock";
import type { ClockDoubt } from "@/lib/domain/freshness/clock";
import { at, rowsOf, toDate, type Db } from "../client";

const ASK_EVERY_MS = 60_000;

/** The embedded database has the clock of its process: it never disagrees. */
async function ask(db: Db): Promise<void> {
  const [row] = await rowsOf<{ says: string; newest: string | null }>(
    db,
    sql`select clock_timestamp() as says,
      (select at from ledger_transactions where id > coalesce((select max(ledger_through) from clock_confirmations), 0) order by id desc limit 1) as newest`,
  );
  if (row) hearDatabase(toDate(row.says), toDate(row.newest));
}

/** Why the machine's clock cannot be believed; null: it can. In doubt the database is asked at once, else once a minute. */
export async function consultClock(db: Db): Promise<ClockDoubt | null> {
  if (!isDatabaseDue(ASK_EVERY_MS) && clockDoubt() === null) return null;
  await ask(db);
  return clockDoubt();
}

/** The operator's word: the ledger's entries so far are no reason any more to doubt the clock. False where the newest was confirmed before. */
export async function confirmClock(db: Db, now: Date): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`
    insert into clock_confirmations (ledger_through, confirmed_at) select max(id), ${at(now)} from ledger_transactions having max(id) is not null
    on conflict do nothing returning ledger_through`,
  );
  await ask(db);
  return rows.length > 0;
}
