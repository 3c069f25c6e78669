import { inTransaction, type Db } from "@/db/client";
import { batchesOf } from "@/db/queries/upsert-rows";

/** Small transactions, so that requests never wait long. The next run completes a killed one. */
export async function inBatches<Row>(
  db: Db,
  rows: readonly Row[],
  signal: AbortSignal | undefined,
  write: (tx: Db, batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (const batch of batchesOf(rows)) {
    signal?.throwIfAborted();
    await inTransaction(db, (tx) => write(tx, batch));
  }
}
