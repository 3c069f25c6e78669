import type { Db } from "@/db/client";
import { saveReceiptKey } from "@/db/queries/receipts/receipts";
import { receiptKey, type ReceiptKey } from "./receipt-key";

const published = new WeakMap<Db, Set<string>>();

function publishedIn(db: Db): Set<string> {
  const known = published.get(db) ?? new Set();
  published.set(db, known);
  return known;
}

/**
 * The key to sign with: nothing is signed before its public part can be looked up by everyone.
 * One statement per process; not to be called inside a transaction, which might be taken back.
 */
export async function publishedKey(db: Db, now: Date, key: ReceiptKey = receiptKey()): Promise<ReceiptKey> {
  const known = publishedIn(db);
  if (known.has(key.kid)) return key;
  await saveReceiptKey(db, { kid: key.kid, x: key.x, createdAt: now }, { retiresOthers: key.isShared });
  known.add(key.kid);
  return key;
}
