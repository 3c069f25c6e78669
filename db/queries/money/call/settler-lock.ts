import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { inTransaction, type Db } from "@/db/client";
import { boolean, rowsOf } from "@/db/statements";

const RETRY_MS = 50;

/**
 * Runs work under an advisory lock that ends with its transaction. Waiters poll and hold no connection, because `work`
 * needs a second connection and waiters could exhaust a pooler.
 */
export async function withSettlerLock(db: Db, work: () => Promise<void>): Promise<void> {
  const tryOnce = async (tx: Db): Promise<boolean> => {
    const [row] = await rowsOf(
      tx,
      { isTaken: boolean },
      sql`select pg_try_advisory_xact_lock(hashtextextended('x402-settler', 0)) as "isTaken"`,
    );
    if (row?.isTaken) await work();
    return row?.isTaken === true;
  };
  while (!(await inTransaction(db, tryOnce))) await delay(RETRY_MS);
}
