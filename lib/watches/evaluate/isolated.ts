import { inTransaction, type Db } from "@/db/client";
import { describeError, log } from "@/lib/config/log";

/** Evaluates within a transaction that stores data, without putting the data at risk: what fails here is found by the next run of evaluate-watches. */
export async function isolated(tx: Db, evaluate: (tx: Db) => Promise<number>): Promise<number> {
  try {
    return await inTransaction(tx, evaluate);
  } catch (error) {
    log.error("watches could not be evaluated", { error: describeError(error) });
    return 0;
  }
}
