import type { Db } from "@/db/client";
import { spanChanges, type OpenSpan } from "@/lib/domain/history/history-spans";
import { inBatches } from "@/lib/ingest/in-batches";
import type { CaptureContext } from "./capture";

export interface SpanStore<Row> {
  listOpen(db: Db): Promise<OpenSpan[]>;
  drop(tx: Db, spans: readonly OpenSpan[]): Promise<void>;
  end(tx: Db, spans: readonly OpenSpan[], lastDate: string): Promise<void>;
  begin(tx: Db, rows: readonly Row[]): Promise<void>;
}

/** Writes the changes since the last captured day. Its transactions are small, so that requests never wait long. */
export async function writeSpans<Row extends { hash: string }>(
  { db, previousDate, signal }: CaptureContext,
  store: SpanStore<Row>,
  current: ReadonlyMap<string, Row>,
): Promise<void> {
  const rows = [...current].map(([key, row]) => ({ key, hash: row.hash, row }));
  const { dropped, ended, begun } = spanChanges(await store.listOpen(db), rows, previousDate);
  await inBatches(db, dropped, signal, store.drop);
  if (previousDate !== null) await inBatches(db, ended, signal, (tx, batch) => store.end(tx, batch, previousDate));
  await inBatches(
    db,
    begun.map(({ row }) => row),
    signal,
    store.begin,
  );
}
