import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { beginTransactionsWith, codeOf, type Db } from "../client";
import { run } from "../statements";

/** In milliseconds, as Postgres reads a number without a unit. Migrations, backups and the receipt log set their own. */
const LIMITS = {
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/** What a pooler says that refuses a session setting at the start of a connection. */
const PROTOCOL_VIOLATION = "08P01";

/** Settings that Postgres takes when a connection begins. They cost no statement, and hold for every statement of it. */
export const sessionLimits = (): typeof LIMITS => ({ ...LIMITS });

/** Takes the settings out of a pool's options when a pooler has refused them. True when a new attempt is worth it. */
export function dropRefusedLimits(pool: Pool, error: Error): boolean {
  const isRefused = codeOf(error) === PROTOCOL_VIOLATION && /startup parameter/i.test(error.message);
  if (isRefused) Object.assign(pool.options, { statement_timeout: false, lock_timeout: false, idle_in_transaction_session_timeout: false });
  return isRefused;
}

const hasSessionLimits = ({ options }: Pool): boolean => "statement_timeout" in options && options.statement_timeout !== false;

/**
 * Sets the limits for each transaction alone where its connection could not be given them. A setting
 * of the session would stay in the pooler's connection, which serves others next. Single statements
 * have no limit of the server there.
 */
async function setLocally(tx: Db): Promise<void> {
  const settings = Object.entries(LIMITS).map(([name, value]) => sql`set_config(${name}, ${String(value)}, true)`);
  await run(tx, sql`select ${sql.join(settings, sql`, `)}`);
}

/** Limits the transactions of a database on this pool. The pool is null where connections never begin with settings. */
export function limitTransactions(db: Db, pool: Pool | null): void {
  beginTransactionsWith(db, async (tx) => {
    if (pool === null || !hasSessionLimits(pool)) await setLocally(tx);
  });
}
