import { inTransaction, type Db } from "@/db/client";
import { findOpenQuoteOf, type Quote } from "@/db/queries/money/purchase/quotes";
import { listPayable, listReturned, listTransfersOf, type ObservedTransfer } from "@/db/queries/money/transfers/transfers";
import type { Chain } from "../chain/chain";
import { blockHashAt, type ChainHead } from "../chain/chain-head";
import { ChainUnavailable } from "../chain/chain-unavailable";
import type { Screener } from "../chain/screener";
import { isConfirmed, unitsAtStake } from "@/lib/domain/money/confirmations";
import { GRACE_SECONDS } from "@/lib/domain/money/quote";
import { ApiError } from "@/lib/errors";
import { describeError, log } from "@/lib/config/log";
import { AlreadyClaimedError } from "../base/credit-transfer";
import { screenPayers } from "../base/screen-payers";
import { creditReturnedTransfers, creditTransaction } from "../base/credit-transaction";

const PER_RUN = 500;
const ONE_CALL_WAIT_MS = 3_600_000;

export interface CreditRun {
  db: Db;
  chain: Chain;
  head: ChainHead;
  screener: Screener;
  signal: AbortSignal;
  now: Date;
}

type Outcome = "credited" | "waiting" | "claimed" | "refused" | "failed";

async function stakeOf(db: Db, transfers: readonly ObservedTransfer[]): Promise<bigint> {
  const quotes = new Map<ObservedTransfer, Quote | null>();
  const used = new Set<number>();
  for (const transfer of transfers) {
    const quote = await findOpenQuoteOf(db, transfer, GRACE_SECONDS);
    // A quote is paid once; a second transfer of its amount is a surplus.
    if (quote && !used.has(quote.id)) quotes.set(transfer, quote);
    if (quote) used.add(quote.id);
  }
  return unitsAtStake(transfers, (transfer) => quotes.get(transfer) ?? null);
}

async function creditHash({ db, chain, head, screener, now }: CreditRun, txHash: string, isReturned: boolean): Promise<Outcome> {
  const transfers = await listTransfersOf(db, chain.chainId, txHash);
  const [first] = transfers;
  const atStake = await stakeOf(db, transfers);
  if (!first || !isConfirmed(BigInt(first.blockNumber), atStake, { latest: head.latest.number, safe: head.safe.number })) return "waiting";
  if ((await blockHashAt(chain, BigInt(first.blockNumber))) !== first.blockHash) return "waiting";
  await screenPayers(screener, transfers);
  const { chainId } = chain;
  const claimed = { chainId, txHash, rail: "quote", transfers, signer: null, quoteId: null, accountId: null, now } as const;
  await inTransaction(db, async (tx) => void (await (isReturned ? creditReturnedTransfers(tx, claimed) : creditTransaction(tx, claimed))));
  return "credited";
}

async function outcomeOf(run: CreditRun, txHash: string, isReturned: boolean): Promise<Outcome> {
  try {
    return await creditHash(run, txHash, isReturned);
  } catch (error) {
    if (error instanceof AlreadyClaimedError) return "claimed";
    if (error instanceof ChainUnavailable) return "waiting";
    if (error instanceof ApiError) return error.code === "sanctions_block" ? "refused" : "waiting";
    log.error("a payment could not be credited", { txHash, error: describeError(error) });
    return "failed";
  }
}

/** Credits confirmed payments of open quotes, so that a buyer who never calls /confirm loses nothing. */
export async function creditPayable(run: CreditRun): Promise<Record<Outcome, number>> {
  const { db, chain, signal, now } = run;
  const counts: Record<Outcome, number> = { credited: 0, waiting: 0, claimed: 0, refused: 0, failed: 0 };
  for (const txHash of await listReturned(db, chain.chainId, PER_RUN)) {
    if (!signal.aborted) counts[await outcomeOf(run, txHash, true)]++;
  }
  const payable = await listPayable(db, chain.chainId, {
    graceSeconds: GRACE_SECONDS,
    oneCallBefore: new Date(now.getTime() - ONE_CALL_WAIT_MS),
    limit: PER_RUN,
  });
  for (const txHash of payable) {
    if (!signal.aborted) counts[await outcomeOf(run, txHash, false)]++;
  }
  return counts;
}
