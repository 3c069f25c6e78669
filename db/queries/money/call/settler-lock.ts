import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { inTransaction, rowsOf, type Db } from "@/db/client";

const RETRY_MS = 50;

/**
 * Runs work under an advisory lock that ends with its transaction. Waiters poll and hold no connection, because `work`
 * needs a second connection and waiters could exhaust a pooler.
 */
export async function withSettlerLock(db: Db, work: () => Promise<void>): Promise<void> {
  const tryOnce = (tx: Db): Promise<boolean> =>
    rowsOf<{ taken: boolean }>(tx, sql`select pg_try_advisory_xact_lock(hashtextextended('x402-settler', 0)) as taken`).then(
      async ([row]) => {
        if (!row?.taken) return false;
        await work();
        return true;
      },
    );
  while (!(await inTransaction(db, tryOnce))) await delay(RETRY_MS);
}
