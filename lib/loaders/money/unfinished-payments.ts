import type { z } from "zod";
import type { Db } from "@/db/client";
import { findLastScan, listDisputesAgainst, listOpenQuotes, type OpenQuote } from "@/db/queries/money/purchase/unfinished-payments";
import { usdOf } from "@/lib/domain/money/credits";
import { explorerUrl } from "@/lib/domain/money/explorer";
import { GRACE_SECONDS } from "@/lib/domain/money/quote";
import { progressOf } from "@/lib/domain/money/unfinished-payment";
import type { UnfinishedPayment } from "@/lib/schemas/purchases";

type Unfinished = z.output<typeof UnfinishedPayment>;

function ofQuote(quote: OpenQuote, chainId: number, latest: number | null): Unfinished {
  const { units, credits, senderWallet, endpoint, createdAt, expiresAt, txHash, sender, blockNumber } = quote;
  const transfer = txHash === null || sender === null || blockNumber === null ? null : { txHash, sender, blockNumber };
  const { state, nextStep, confirmations, required } = progressOf(quote, transfer, latest);
  return {
    state,
    next_step: nextStep,
    amount_usd: usdOf(units),
    amount_base_units: units.toString(),
    credits,
    endpoint,
    sender_wallet: senderWallet,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    tx_hash: txHash,
    explorer_url: txHash === null ? null : explorerUrl(chainId, txHash),
    confirmations,
    required_confirmations: required,
  };
}

function ofDispute(
  { id, chainId, txHash, payer, heldCredits, openedAt }: Awaited<ReturnType<typeof listDisputesAgainst>>[number],
  contact: string | null,
): Unfinished {
  return {
    state: "disputed",
    next_step: `The wallet ${payer} claims this payment by its signature. Its credits that were not spent are held until the operator decides: write to ${contact ?? "the operator, as /api/payment/info names it"} and name dispute ${id}.`,
    amount_usd: null,
    amount_base_units: null,
    credits: heldCredits,
    endpoint: null,
    sender_wallet: null,
    created_at: openedAt.toISOString(),
    expires_at: null,
    tx_hash: txHash,
    explorer_url: explorerUrl(chainId, txHash),
    confirmations: null,
    required_confirmations: null,
  };
}

interface Owner {
  accountId: number;
  /** The caller whose quotes these are, as the quotes name it. */
  caller: string;
  chainId: number;
  contact: string | null;
  now: Date;
}

/** What an account has begun to pay and was not credited for, disputed payments first. */
export async function unfinishedPayments(
  db: Db,
  { accountId, caller, chainId, contact, now }: Owner,
): Promise<{ unfinished: Unfinished[]; chainReadAt: Date | null }> {
  const [disputes, quotes, scan] = await Promise.all([
    listDisputesAgainst(db, accountId),
    listOpenQuotes(db, { caller, chainId, graceSeconds: GRACE_SECONDS, now }),
    findLastScan(db, chainId),
  ]);
  // Blocks are read only once another block follows them.
  const latest = scan && scan.blockNumber + 1;
  return {
    unfinished: [...disputes.map((dispute) => ofDispute(dispute, contact)), ...quotes.map((quote) => ofQuote(quote, chainId, latest))],
    chainReadAt: scan?.scannedAt ?? null,
  };
}
