import { sql } from "drizzle-orm";
import { clockDoubt, hearDatabase, isDatabaseDue } from "@/lib/config/clock";
import type { ClockDoubt } from "@/lib/domain/freshness/clock";
import { at, type Db } from "../client";
import { orNull, rowsOf, run, time } from "../statements";

const INTERVAL_MS = 60_000;

/** The embedded database uses this process's clock and therefore always agrees. */
async function readDatabaseClock(db: Db): Promise<void> {
  const [row] = await rowsOf(
    db,
    { says: time, newest: orNull(time) },
    sql`select clock_timestamp() as says,
      (select at from ledger_transactions where id > coalesce((select max(ledger_through) from clock_confirmations), 0) order by id desc limit 1) as newest`,
  );
  if (row) hearDatabase(row.says, row.newest);
}

/** Why the machine's clock is in doubt; null when it is not. Asks the database once a minute, and immediately when in doubt. */
export async function consultClock(db: Db): Promise<ClockDoubt | null> {
  if (!isDatabaseDue(INTERVAL_MS) && clockDoubt() === null) return null;
  await readDatabaseClock(db);
  return clockDoubt();
}

/** The operator confirms the clock: ledger entries up to now no longer cast doubt on it. False when the newest was confirmed before. */
export async function confirmClock(db: Db, now: Date): Promise<boolean> {
  const confirmed = await run(
    db,
    sql`
    insert into clock_confirmations (ledger_through, confirmed_at) select max(id), ${at(now)} from ledger_transactions having max(id) is not null
    on conflict do nothing returning 1`,
  );
  await readDatabaseClock(db);
  return confirmed > 0;
}
