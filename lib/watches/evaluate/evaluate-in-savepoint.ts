import { inTransaction, type Db } from "@/db/client";
import { describeError, log } from "@/lib/config/log";

/** A failed evaluation rolls back only itself, not the data stored in `tx`. The job evaluate-watches catches up. */
export async function evaluateInSavepoint(tx: Db, evaluate: (tx: Db) => Promise<number>): Promise<number> {
  try {
    return await inTransaction(tx, evaluate);
  } catch (error) {
    log.error("watches could not be evaluated", { error: describeError(error) });
    return 0;
  }
}
