import type { Db } from "@/db/client";
import { listPaymentsNear } from "@/db/queries/money/purchase/quote-payments";
import { findQuoteByMemo, type Quote } from "@/db/queries/money/purchase/quotes";
import type { Submission } from "@/db/queries/money/purchase/gasless";
import { MIN_GASLESS_UNITS } from "@/lib/domain/money/gasless";
import { formatUsd } from "@/lib/domain/money/credits";
import { firstBlockTime, quoteMisfit } from "@/lib/domain/money/quote";
import { ApiError } from "@/lib/errors";
import { refusal } from "../../base/refusals";
import type { Chain } from "../../chain/chain";
import type { Payment } from "../../chain/parse-payment";
import type { Refusal } from "../../chain/refusal";
import { hashMemo } from "../../base/memo-of";
import { gaslessNonceOf, secondsOf } from "../quote-terms";

const REASONS = {
  below_minimum: `Purchases below ${formatUsd(MIN_GASLESS_UNITS)} USD are not sent without gas. Send the USDC yourself.`,
  not_a_purchase: "This quote is for one call and not for credits.",
  quote_expired: "The quote has expired. Ask for a new one.",
  quote_paid: "The quote is paid already. Confirm it with its memo.",
  payment_seen: "A payment of this quote was seen on the chain. Do not pay again: confirm it with its memo.",
  sender_mismatch: "The quote names another wallet.",
  wrong_nonce: "`authorization.nonce` is not the one that the quote's `gasless.typed_data` gives.",
  valid_too_long: "`authorization.validBefore` is after the quote's expiry.",
} as const;

export type GaslessReason = keyof typeof REASONS | Refusal;

const isOwnReason = (reason: GaslessReason): reason is keyof typeof REASONS => reason in REASONS;

export function rejected(reason: GaslessReason, details: Record<string, unknown> = {}): ApiError {
  if (reason === "authorization_used") return new ApiError("authorization_used", undefined, { reason, ...details });
  const message = isOwnReason(reason) ? REASONS[reason] : `The transfer was not taken: ${reason.replaceAll("_", " ")}. No money moved.`;
  return new ApiError("gasless_rejected", message, { reason, ...details });
}

/**
 * Adds to a refusal whether the signed transfer may have been sent, unless it says so. Paying in
 * another way is safe only where it was not.
 */
export async function withPaymentState<Result>(state: "unspent" | "pending", work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError) || "payment_state" in error.details) throw error;
    throw new ApiError(error.code, error.message, { ...error.details, payment_state: state }, error.headers);
  }
}

export async function quoteOfMemo(db: Db, memo: string): Promise<Quote> {
  const quote = await findQuoteByMemo(db, hashMemo(memo));
  if (!quote) throw refusal("quote_not_found_or_expired", undefined);
  return quote;
}

/** What the signed transfer must have in common with its quote. */
function reasonAgainst(quote: Quote, payment: Payment): GaslessReason | null {
  if (quote.endpoint !== null) return "not_a_purchase";
  if (quote.requestedUnits < MIN_GASLESS_UNITS) return "below_minimum";
  if (quote.senderWallet !== null && quote.senderWallet !== payment.payer) return "sender_mismatch";
  if (payment.value !== quote.units) return "wrong_amount";
  if (payment.nonce !== gaslessNonceOf(quote)) return "wrong_nonce";
  return payment.validBefore > secondsOf(quote.expiresAt) ? "valid_too_long" : null;
}

export function requireFit(quote: Quote, payment: Payment, submitted: Submission | null): void {
  const reason = reasonAgainst(quote, payment);
  if (reason !== null) throw rejected(reason, { expected_base_units: quote.units.toString() });
  if (submitted && submitted.payer !== payment.payer) throw new ApiError("gasless_already_submitted");
  if (submitted?.state === "failed") throw rejected("transfer_failed", { transaction: submitted.txHash, payment_state: "unspent" });
}

/** Why a quote that was not submitted yet needs no payment any more; null while it waits for one. */
export async function reasonIfPaid(db: Db, chain: Chain, quote: Quote): Promise<"quote_paid" | "payment_seen" | null> {
  if (quote.status === "credited") return "quote_paid";
  const seen = await listPaymentsNear(db, chain.chainId, quote, firstBlockTime(quote.createdAt));
  return seen.some((payment) => quoteMisfit(quote, payment) === null) ? "payment_seen" : null;
}
