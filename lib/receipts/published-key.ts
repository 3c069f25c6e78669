import type { Db } from "@/db/client";
import { saveReceiptKey } from "@/db/queries/receipts/receipts";
import { receiptKey, type ReceiptKey } from "./receipt-key";

const published = new WeakMap<Db, Set<string>>();

function publishedIn(db: Db): Set<string> {
  const publishedIds = published.get(db) ?? new Set();
  published.set(db, publishedIds);
  return publishedIds;
}

/**
 * Returns the signing key after publishing its public part. Nobody could check a receipt by an unknown
 * key. Queries once per process. Never call it inside a transaction, whose rollback would unpublish
 * the key.
 */
export async function publishedKey(db: Db, now: Date, key: ReceiptKey = receiptKey()): Promise<ReceiptKey> {
  const publishedIds = publishedIn(db);
  if (publishedIds.has(key.kid)) return key;
  await saveReceiptKey(db, { kid: key.kid, x: key.x, createdAt: now }, { retiresOthers: key.isShared });
  publishedIds.add(key.kid);
  return key;
}
