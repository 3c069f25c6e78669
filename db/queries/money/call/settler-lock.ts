import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { inTransaction, rowsOf, type Db } from "@/db/client";

const ASK_AGAIN_MS = 50;

/**
 * Runs work while no other process holds this lock, which ends with the transaction of its owner. Whoever waits holds no
 * connection meanwhile: work needs a second one, and behind a pooler those who wait could have taken them all.
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
  while (!(await inTransaction(db, tryOnce))) await delay(ASK_AGAIN_MS);
}
