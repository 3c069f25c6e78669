import { sql } from "drizzle-orm";
import { inTransaction, type Db } from "../client";

/** Runs work while no other process holds this lock; it takes one connection, and ends with it. */
export async function withSettlerLock(db: Db, work: () => Promise<void>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('x402-settler', 0))`);
    await work();
  });
}
