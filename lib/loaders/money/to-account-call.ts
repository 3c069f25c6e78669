import type { z } from "zod";
import type { ListedCall } from "@/db/queries/money/call/usage";
import { NO_CHARGE_REASONS } from "@/lib/domain/money/no-charge";
import type { AccountCall } from "@/lib/schemas/account-call";

/** Only whole answers are charged. */
const CHARGED_STATUS = 200;

export function toAccountCall({
  id,
  at,
  method,
  endpoint,
  credits,
  isSpent,
  isRefunded,
  reason,
  status,
  receiptId,
  requestId,
}: ListedCall): z.output<typeof AccountCall> {
  return {
    id,
    at: at.toISOString(),
    method,
    endpoint,
    outcome: isSpent ? "charged" : isRefunded ? "refunded" : "not_charged",
    credits: isSpent ? credits : 0,
    price: credits,
    reason: NO_CHARGE_REASONS.find((known) => known === reason) ?? null,
    http_status: isSpent || isRefunded ? CHARGED_STATUS : status,
    receipt_id: receiptId,
    request_id: requestId,
  };
}
