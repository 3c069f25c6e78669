import { inTransaction, type Db } from "@/db/client";
import { batchesOf } from "@/db/queries/upsert-rows";
import { spanChanges, type OpenSpan } from "@/lib/domain/history/history-spans";
import type { CaptureContext } from "./capture";

export interface SpanStore<Row> {
  listOpen(db: Db): Promise<OpenSpan[]>;
  drop(tx: Db, spans: readonly OpenSpan[]): Promise<void>;
  end(tx: Db, spans: readonly OpenSpan[], lastDate: string): Promise<void>;
  begin(tx: Db, rows: readonly Row[]): Promise<void>;
}

/** Writes the changes since the last captured day, in small transactions so that requests never wait long. */
export async function writeSpans<Row extends { hash: string }>(
  { db, previousDate, signal }: CaptureContext,
  store: SpanStore<Row>,
  current: ReadonlyMap<string, Row>,
): Promise<void> {
  const rows = [...current].map(([key, row]) => ({ key, hash: row.hash, row }));
  const { dropped, ended, begun } = spanChanges(await store.listOpen(db), rows, previousDate);
  const inBatches = async <Item>(items: readonly Item[], write: (tx: Db, batch: readonly Item[]) => Promise<void>): Promise<void> => {
    for (const batch of batchesOf(items)) {
      signal.throwIfAborted();
      await inTransaction(db, (tx) => write(tx, batch));
    }
  };
  await inBatches(dropped, store.drop);
  if (previousDate !== null) await inBatches(ended, (tx, batch) => store.end(tx, batch, previousDate));
  await inBatches(
    begun.map(({ row }) => row),
    store.begin,
  );
}
