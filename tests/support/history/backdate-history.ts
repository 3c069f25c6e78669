import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";

const DAYS = 9;

/** What stands in today's snapshots of prices and scores stood on the days before, too: enough for a line to be drawn through. */
export async function backdateHistory(db: Db): Promise<void> {
  await db.execute(sql`insert into snapshots (date, type, captured_at, taken_at, row_count)
    select s.date - n, s.type, s.captured_at - make_interval(days => n), s.taken_at - make_interval(days => n), s.row_count
    from snapshots s, generate_series(1, ${DAYS}) n where s.type in ('pricing', 'benchmarks') on conflict do nothing`);
  await db.execute(sql`update listing_spans set first_date = first_date - ${DAYS}::int`);
  await db.execute(sql`update score_spans set first_date = first_date - ${DAYS}::int`);
}
