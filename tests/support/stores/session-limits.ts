import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rowsOf } from "./rows-of";

const NAMES = sql`('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`;

/** Milliseconds after which Postgres ends a session: idle in a transaction, waiting, or running. */
export async function sessionLimits(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ setting: string }>(db, sql`select setting from pg_settings where name in ${NAMES} order by name`);
  return rows.map(({ setting }) => setting);
}
