import type { z } from "zod";
import { findTransactionOfQuote } from "@/db/queries/money/purchase/purchases";
import { findQuoteByMemo, type Quote } from "@/db/queries/money/purchase/quotes";
import { listPaymentsNear } from "@/db/queries/money/purchase/quote-payments";
import { findScan } from "@/db/queries/money/transfers/transfers";
import { formatUsd } from "@/lib/domain/money/credits";
import { confirmationsNeeded } from "@/lib/domain/money/confirmations";
import { firstBlockTime, graceEnd } from "@/lib/domain/money/quote";
import { quoteProgress, type QuoteProgress as Progress } from "@/lib/domain/money/quote-progress";
import type { ApiError } from "@/lib/errors";
import type { QuoteProgress } from "@/lib/schemas/purchase";
import { onChain, refusal, retryable } from "../base/refusals";
import { readNewBlocks } from "../transfers/read-new-blocks";
import type { Collection } from "./collect-token";
import { confirmPurchase, type ConfirmRequest, type ConfirmSetup } from "./confirm-purchase";
import { hashMemo } from "../base/memo-of";
import { signingText } from "../base/prove-payer";

type Unfinished = Exclude<Progress, { state: "found" | "over" }>;

const BLOCK_SECONDS = 2;
const WAITING_RETRY_SECONDS = 5;

const MESSAGES: Record<Unfinished["state"], string> = {
  waiting: "No payment of exactly this amount was seen yet. If you have sent it, do not pay again: retry.",
  confirming: "The payment was seen and is not deep enough in the chain yet. Do not pay again: retry.",
  underpaid:
    "Your wallet sent less than the quoted amount. Either send the exact amount, or collect what was sent by signing `sign.message`.",
  overpaid:
    "Your wallet sent more than the quoted amount. Do not pay again: collect what was sent by signing `sign.message`, and confirm with `tx_hash` and `signature`.",
};

function answerOf(quote: Quote, progress: Unfinished, scannedAt: Date | null, now: Date): z.input<typeof QuoteProgress> {
  const payment = progress.state === "waiting" ? null : progress.payment;
  const needed = confirmationsNeeded(quote.requestedUnits);
  return {
    state: progress.state,
    amount: formatUsd(quote.units),
    amount_base_units: quote.units.toString(),
    received_base_units: payment && payment.units.toString(),
    tx_hash: payment && payment.txHash,
    confirmations: progress.state === "confirming" ? progress.confirmations : 0,
    required_confirmations: "blocks" in needed ? needed.blocks : null,
    expires_at: quote.expiresAt.toISOString(),
    accepted_until: graceEnd(quote.expiresAt).toISOString(),
    chain_read_at: scannedAt && scannedAt.toISOString(),
    server_time: now.toISOString(),
  };
}

function notYet({ baseUrl, chain, now }: ConfirmSetup, quote: Quote, progress: Unfinished, scannedAt: Date | null): ApiError {
  const known = answerOf(quote, progress, scannedAt, now);
  const left = Math.max(1, (known.required_confirmations ?? 1) - known.confirmations);
  const isWrong = progress.state === "underpaid" || progress.state === "overpaid";
  return retryable(
    "tx_not_confirmed",
    MESSAGES[progress.state],
    progress.state === "confirming" ? Math.max(BLOCK_SECONDS, left * BLOCK_SECONDS) : WAITING_RETRY_SECONDS,
    {
      confirmations: known.confirmations,
      required_confirmations: known.required_confirmations,
      tx_hash: known.tx_hash,
      quote: known,
      ...(isWrong
        ? { sign: signingText(baseUrl, { purpose: "purchase", chainId: chain.chainId, txHash: progress.payment.txHash }, now) }
        : {}),
    },
  );
}

async function transactionOf(setup: ConfirmSetup, quote: Quote, freshMs: number | undefined): Promise<string> {
  const { db, chain, now } = setup;
  const credited = await findTransactionOfQuote(db, quote.id);
  if (credited !== null) return credited;
  await onChain(readNewBlocks(db, chain, now, freshMs));
  const scan = await findScan(db, chain.chainId);
  const seen = await listPaymentsNear(db, chain.chainId, quote, firstBlockTime(quote.createdAt));
  const progress = quoteProgress(quote, seen, { scannedTo: scan?.blockNumber ?? null }, now);
  if (progress.state === "found") return progress.txHash;
  if (progress.state !== "over") throw notYet(setup, quote, progress, scan?.scannedAt ?? null);
  throw refusal(
    "quote_expired",
    "No payment of exactly this amount came until a day after the quote expired. A wallet that paid later, or another amount, can claim it with `tx_hash` and a signature.",
    { retryable: false, expected_base_units: quote.units.toString() },
  );
}

/**
 * Confirms a purchase whose transaction the buyer does not know. It was paid by another device, a
 * multisig or an exchange. The scan of the chain finds it by its exact amount. Throws
 * `tx_not_confirmed` with what is known until then.
 */
export async function confirmByMemo(
  setup: ConfirmSetup,
  { memo, ...rest }: Omit<ConfirmRequest, "txHash" | "memo"> & { memo: string },
  freshMs?: number,
): Promise<{ txHash: string; collection: Collection }> {
  const quote = await findQuoteByMemo(setup.db, hashMemo(memo));
  if (!quote) {
    throw refusal(
      "quote_not_found_or_expired",
      "No quote has this memo. The wallet that paid can claim the payment with `tx_hash` and a signature.",
    );
  }
  const txHash = await transactionOf(setup, quote, freshMs);
  return { txHash, collection: await confirmPurchase(setup, { ...rest, memo, txHash }) };
}
