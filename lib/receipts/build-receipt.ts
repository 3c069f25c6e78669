import { sign } from "node:crypto";
import { random64Bits } from "@/lib/config/random-bits";
import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import {
  RECEIPT_FORM,
  RECEIPT_VERSION,
  type Receipt,
  type ReceiptFields,
  type SignedReceipt,
  dayOfReceipt,
  signedPart,
} from "@/lib/domain/receipts/receipt";
import type { ReceiptKey } from "./receipt-key";
import type { ReceiptRow } from "@/db/queries/receipts/receipts";
import { leafOf } from "./hashes";

export function receiptRow(receipt: Receipt): ReceiptRow {
  return { day: dayOfReceipt(receipt), id: receipt.id, ...leafOf(receipt) };
}

const newReceiptId = (): string => `rcpt_${random64Bits()}`;

export function signCanonical(value: unknown, key: ReceiptKey): string {
  return sign(null, Buffer.from(canonicalJson(value)), key.privateKey).toString("base64url");
}

/** Picks the signed fields, so that no extra field can slip under the signature. */
export function buildReceipt(fields: ReceiptFields, key: ReceiptKey): Receipt {
  const signed = signedPart({ ...fields, v: RECEIPT_VERSION, id: newReceiptId() }) as SignedReceipt | null;
  if (!signed) throw new Error("a receipt without one of its fields");
  const signature = signCanonical(signed, key);
  return {
    ...signed,
    signature,
    key_id: key.kid,
    ...RECEIPT_FORM,
  };
}
