import type { Db } from "@/db/client";
import { earlierSubmissions, findSubmission, takeSubmission, type NewSubmission } from "@/db/queries/money/purchase/gasless";
import { DAY_MS } from "@/lib/domain/basics/time";
import { GASLESS_PER_WALLET } from "@/lib/domain/money/gasless";
import { ApiError } from "@/lib/errors";
import { claimSigned, GAS_MESSAGES, GAS_RETRY_SECONDS, type GasReason } from "../../base/claim-signed";
import { retryable } from "../../base/refusals";
import type { X402 } from "../../chain/x402";
import { rejected } from "./check-gasless";

const unavailable = (reason: GasReason | "not_configured", why: string): ApiError =>
  retryable("gasless_unavailable", `${why} No money moved: send the USDC yourself, the quote stays as it is.`, GAS_RETRY_SECONDS, {
    reason,
  });

export const notConfigured = (): ApiError => unavailable("not_configured", "This service does not pay the gas of purchases.");

export const refuseGas = (reason: GasReason): ApiError => unavailable(reason, GAS_MESSAGES[reason]);

function refuseUntilDayAfter(time: Date, now: Date, message?: string): never {
  const seconds = Math.ceil((time.getTime() + DAY_MS - now.getTime()) / 1000);
  throw retryable("too_many_gasless", message, Math.max(1, seconds), { limit: GASLESS_PER_WALLET });
}

/**
 * Limits a wallet's transfers per day. After one that reverted, whose caller waits for it too, there
 * is none for a day.
 */
async function requireTurn(tx: Db, submission: NewSubmission): Promise<void> {
  const { now } = submission;
  const { ofPayer, revertedAt } = await earlierSubmissions(tx, submission, new Date(now.getTime() - DAY_MS));
  if (revertedAt) refuseUntilDayAfter(revertedAt, now, "A transfer of this wallet or from this address reverted, and cost us its gas.");
  const oldest = ofPayer.at(-GASLESS_PER_WALLET);
  if (oldest) refuseUntilDayAfter(oldest, now);
}

/** Claims the signed transfer within the limits, before it is sent. */
export async function claimGasless(db: Db, x402: X402, submission: NewSubmission): Promise<void> {
  const { payer, quoteId } = submission;
  const isTaken = await claimSigned(db, x402, {
    claim: submission,
    async take(tx) {
      await requireTurn(tx, submission);
      return takeSubmission(tx, submission);
    },
    refuseGas,
    insufficientBalance: () => rejected("insufficient_balance"),
  });
  if (isTaken) return;
  const other = await findSubmission(db, quoteId);
  if (!other) throw new ApiError("authorization_used", undefined, { reason: "authorization_used" });
  if (other.payer !== payer) throw new ApiError("gasless_already_submitted");
  throw retryable("payment_in_flight", "This signed transfer is being sent. Do not sign another: retry.", 1, {
    payment_state: "pending",
  });
}
