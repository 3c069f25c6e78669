import { listInterruptedSettlements, type InterruptedSettlement } from "@/db/queries/money/call/x402";
import { ApiError } from "@/lib/errors";
import { describeError, log } from "@/lib/config/log";
import { resumeCall } from "./earlier-x402-call";
import { reopenSession, type X402Context } from "./x402-session";

const PER_RUN = 50;

export type Outcome = "settled" | "waiting" | "ended" | "failed";

/** Final errors: the payment has expired, or its transaction can only fail. */
const ENDED = new Set(["payment_failed", "payment_already_used", "tx_already_used"]);

async function outcomeOf(context: X402Context, interrupted: InterruptedSettlement, now: Date): Promise<Outcome> {
  try {
    await resumeCall(reopenSession(context, interrupted, now));
    return "settled";
  } catch (error) {
    if (error instanceof ApiError) return ENDED.has(error.code) ? "ended" : "waiting";
    log.error("a payment could not be settled", { nonce: interrupted.key.nonce, error: describeError(error) });
    return "failed";
  }
}

export async function settleAgain(context: X402Context, now: Date): Promise<Record<Outcome, number>> {
  const counts: Record<Outcome, number> = { settled: 0, waiting: 0, ended: 0, failed: 0 };
  const interrupted = await listInterruptedSettlements(context.db, now, PER_RUN);
  await Promise.all(interrupted.map(async (settlement) => void counts[await outcomeOf(context, settlement, now)]++));
  return counts;
}
