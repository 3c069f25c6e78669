import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";

const DAYS = 9;

/** Copies today's price and score snapshots to the days before: enough points to fit a forecast. */
export async function backdateHistory(db: Db): Promise<void> {
  await db.execute(sql`insert into snapshots (date, type, captured_at, taken_at, row_count)
    select s.date - n, s.type, s.captured_at - make_interval(days => n), s.taken_at - make_interval(days => n), s.row_count
    from snapshots s, generate_series(1, ${DAYS}) n where s.type in ('pricing', 'benchmarks') on conflict do nothing`);
  await db.execute(sql`update listing_spans set first_date = first_date - ${DAYS}::int`);
  await db.execute(sql`update score_spans set first_date = first_date - ${DAYS}::int`);
}
