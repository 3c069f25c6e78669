import { listCutSettlings, type CutSettling } from "@/db/queries/money/call/x402";
import { ApiError } from "@/lib/errors";
import { describeError, log } from "@/lib/config/log";
import { resumeCall } from "./earlier-x402-call";
import { reopenSession, type X402Place } from "./x402-session";

const PER_RUN = 50;

export type Outcome = "settled" | "waiting" | "ended" | "failed";

/** Errors after which a payment is not tried again: it has expired, or its transaction can only fail. */
const ENDED = new Set(["payment_failed", "payment_already_used", "tx_already_used"]);

async function outcomeOf(place: X402Place, cut: CutSettling, now: Date): Promise<Outcome> {
  try {
    await resumeCall(reopenSession(place, cut, now));
    return "settled";
  } catch (error) {
    if (error instanceof ApiError) return ENDED.has(error.code) ? "ended" : "waiting";
    log.error("a payment could not be settled", { nonce: cut.key.nonce, error: describeError(error) });
    return "failed";
  }
}

/** Sees every payment to its end whose settling was cut off, without its caller: it is looked up, sent again where it was lost, or ended once it has expired. */
export async function settleAgain(place: X402Place, now: Date): Promise<Record<Outcome, number>> {
  const counts: Record<Outcome, number> = { settled: 0, waiting: 0, ended: 0, failed: 0 };
  const cut = await listCutSettlings(place.db, now, PER_RUN);
  await Promise.all(cut.map(async (one) => void counts[await outcomeOf(place, one, now)]++));
  return counts;
}
