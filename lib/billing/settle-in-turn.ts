import { sql } from "drizzle-orm";
import { inTransaction, type Db } from "@/db/client";
import { connection } from "@/lib/database";

type InTurn = <Value>(task: () => Promise<Value>) => Promise<Value>;

const LOCK = "x402-settler";
let last: Promise<unknown> = Promise.resolve();

/** One of this process at a time: each waits with a connection in its hand. */
function afterOthers<Value>(task: () => Promise<Value>): Promise<Value> {
  const next = last.then(task, task);
  last = next.catch(() => undefined);
  return next;
}

/** Several processes may send from one key, whose transactions are numbered: one settles at a time. An embedded database belongs to one process, which needs no lock. */
export async function settleInTurn(db: Db): Promise<InTurn> {
  const { driver } = await connection();
  if (driver === "pglite") return (task) => task();
  return (task) =>
    afterOthers(() =>
      inTransaction(db, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`);
        return task();
      }),
    );
}
