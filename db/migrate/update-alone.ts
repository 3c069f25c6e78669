import { sql } from "drizzle-orm";
import { inTransaction, type Db } from "../client";
import { isEmbedded } from "../connection";
import { run } from "../statements";

export class UpdateError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "UpdateError";
  }
}

const LOCK = 727_001;
const LOCK_NOT_AVAILABLE = "55P03";
const WAIT_MINUTES = 5;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (("code" in error && error.code === code) || hasCode(error.cause, code));

async function takeLock(tx: Db): Promise<void> {
  await run(
    tx,
    sql`select set_config('lock_timeout', ${`${WAIT_MINUTES}min`}, true), set_config('idle_in_transaction_session_timeout', '1min', true), set_config('statement_timeout', '0', true)`,
  );
  await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`).catch((error: unknown) => {
    if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
    throw new UpdateError(
      `Another process has been bringing this database up to date for ${WAIT_MINUTES} minutes. See what it waits for, or end it, and start again.`,
      error,
    );
  });
}

/**
 * Runs work that must not run twice at once, in one transaction: schema and catalogs of a new release. The lock
 * belongs to the transaction, because a pooler keeps no sessions; it ends with the transaction, at the latest after a
 * minute of idleness. The embedded database has one owner anyway.
 */
export async function updateAlone<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (tx) => {
    if (!isEmbedded(db)) await takeLock(tx);
    return work(tx);
  });
}
