import { hash } from "node:crypto";
import type { ReceiptLogRow } from "@/db/queries/receipts/receipt-log";
import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import { LOG_VERSION, signedHead, type LogHead, type SignedLogHead } from "@/lib/domain/receipts/receipt-log";
import { signCanonical } from "./build-receipt";
import { tagged } from "./hashes";
import type { ReceiptKey } from "./receipt-key";

export function logHead({ day, size, root, previous, publishedAt, signature, keyId }: ReceiptLogRow): LogHead {
  return { v: LOG_VERSION, date: day, size, root, previous, published_at: publishedAt.toISOString(), signature, key_id: keyId };
}

export const hashOfHead = (head: SignedLogHead): string => tagged(hash("sha256", canonicalJson(signedHead(head)), "hex"));

export type UnsignedLog = Omit<ReceiptLogRow, "signature" | "keyId">;

export function signLog(log: UnsignedLog, key: ReceiptKey): ReceiptLogRow {
  const head = logHead({ ...log, signature: "", keyId: key.kid });
  return { ...log, signature: signCanonical(signedHead(head), key), keyId: key.kid };
}
