import { sql } from "drizzle-orm";
import { rowsOf, type Db } from "../client";

/** Whether anything but the release's own catalogs is in the database. */
export async function hasCollectedData(db: Db): Promise<boolean> {
  const [row] = await rowsOf<{ has_data: boolean }>(
    db,
    sql`select exists(select 1 from articles) or exists(select 1 from status_polls) or exists(select 1 from snapshots) or exists(select 1 from job_runs where status = 'done') as has_data`,
  );
  return row?.has_data === true;
}
