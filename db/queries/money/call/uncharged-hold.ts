import { sql, type SQL } from "drizzle-orm";
import type { ReceiptRow } from "@/db/queries/receipts/receipts";
import type { WaivedCharge } from "./no-charge";

export type Waiver = Omit<WaivedCharge, "at" | "receiptId">;

/** A waiver with what the caller was answered, which the account sees in its own list of calls. */
export interface AnsweredWaiver extends Waiver {
  status: number;
  requestId: string | null;
}

const BREAKER_STATUS = 429;

/**
 * What the update of an uncharged call's hold sets besides its state. `isRefused` is true where the answer was withheld,
 * because it opened a breaker: its caller got a 429 and no receipt instead.
 */
export function setUncharged({ reason, status, requestId }: AnsweredWaiver, receipt: ReceiptRow | null, isRefused = sql`false`): SQL {
  return sql`no_charge_reason = case when ${isRefused} then 'circuit_breaker' else ${reason}::text end,
        answer_status = case when ${isRefused} then ${BREAKER_STATUS}::int else ${status}::int end,
        request_id = case when not ${isRefused} then ${requestId}::text end,
        receipt_id = case when not ${isRefused} then ${receipt?.id ?? null}::text end`;
}
