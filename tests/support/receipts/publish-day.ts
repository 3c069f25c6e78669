import type { Db } from "@/db/client";
import {
  closeReceiptDay,
  findLastPublishedLog,
  findLogEdition,
  insertReceiptLog,
  listReceiptLeaves,
  type ReceiptLogRow,
} from "@/db/queries/receipts/receipt-log";
import { hashOfHead, logHead, signLog } from "@/lib/receipts/log-head";
import { chunkRoot, logRoot } from "@/lib/receipts/log-tree";
import { publishedKey } from "@/lib/receipts/published-key";
import type { ReceiptKey } from "@/lib/receipts/receipt-key";

/** Publishes a day that may not be over, as the job did while the clock was ahead. Only for days of one chunk. */
export async function publishDay(db: Db, day: string, publishedAt: Date, key?: ReceiptKey): Promise<ReceiptLogRow> {
  const { edition } = await findLogEdition(db);
  const last = await findLastPublishedLog(db);
  await closeReceiptDay(db, { day, edition }, publishedAt);
  const leaves = await listReceiptLeaves(db, day, {});
  const [first] = leaves;
  const chunks = first ? [{ number: 0, firstId: first.id, root: chunkRoot(leaves) }] : [];
  const unsigned = {
    day,
    edition,
    size: leaves.length,
    root: logRoot(chunks.map(({ root }) => root)),
    previous: last && hashOfHead(logHead(last)),
    publishedAt,
  };
  const log = signLog(unsigned, await publishedKey(db, publishedAt, key));
  await insertReceiptLog(db, log, chunks);
  return log;
}
