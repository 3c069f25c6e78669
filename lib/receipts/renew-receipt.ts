import type { FinishedAnswer } from "@/db/queries/money/call/stored-answers";
import type { ReceiptRow } from "@/db/queries/receipts/receipts";
import type { Receipt } from "@/lib/domain/receipts/receipt";
import { buildReceipt, receiptRow } from "./build-receipt";
import type { ReceiptKey } from "./receipt-key";
import { isSealedAnswer, openAnswer, sealAnswer } from "./sealed-answer";

/** Issues a new receipt for an answer that is charged on a later day than it was computed, because the log of that day may be closed. */
export function renewReceipt(answer: FinishedAnswer, key: ReceiptKey, now: Date): { answer: FinishedAnswer; receipt: ReceiptRow } {
  const body = JSON.parse(openAnswer(answer.body)) as Record<string, unknown> & { receipt: Receipt };
  const receipt = buildReceipt({ ...body.receipt, server_time: now.toISOString() }, key);
  const renewed = JSON.stringify({ ...body, receipt });
  return {
    answer: {
      ...answer,
      headers: { ...answer.headers, "X-Receipt-Id": receipt.id },
      body: isSealedAnswer(answer.body) ? sealAnswer(renewed) : renewed,
    },
    receipt: receiptRow(receipt),
  };
}
