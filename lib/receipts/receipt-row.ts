import type { ReceiptRow } from "@/db/queries/receipts";
import { dayOfReceipt, type Receipt } from "@/lib/domain/receipt";
import { leafOf } from "./hashes";

/** What is stored of a receipt, in the statement that charges for it. */
export function receiptRow(receipt: Receipt): ReceiptRow {
  return { day: dayOfReceipt(receipt), id: receipt.id, ...leafOf(receipt) };
}
