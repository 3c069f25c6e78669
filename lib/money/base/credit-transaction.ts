import type { Db } from "@/db/client";
import { openAccount, walletAccount } from "@/db/queries/money/ledger/ledger";
import { claimForPurchase, findEarlierPurchase, listPurchasesOf, reviveClaim, type Purchase } from "@/db/queries/money/purchase/purchases";
import { creditQuote, lockQuoteOf, type Quote } from "@/db/queries/money/purchase/quotes";
import type { SeenTransfer } from "@/db/queries/money/transfers/transfers";
import { bareCredits, priceUnits, rateOf, UNITS_PER_USD } from "@/lib/domain/money/credits";
import { GRACE_SECONDS } from "@/lib/domain/money/quote";
import { crashPoint } from "./crash-point";
import { AlreadyClaimedError, creditTransfer, type TransferCredit } from "./credit-transfer";
import { observeTransfer } from "./observe-transfers";

export interface ClaimedTransaction {
  chainId: number;
  txHash: string;
  rail: "quote" | "proof";
  transfers: readonly SeenTransfer[];
  /** The wallet that proved by signature that it paid. */
  signer: string | null;
  quoteId: number | null;
  /** Account to top up for the presented quote or the signed payments; null opens a new one. */
  accountId: number | null;
  now: Date;
}

type PaidTransaction = Omit<ClaimedTransaction, "rail">;
type CreditShares = ReadonlyMap<number, number>;

/** Credits per log index. The payer's total decides the rate, and cumulative rounding loses no fraction between transfers. */
function creditShares(transfers: readonly SeenTransfer[]): CreditShares {
  const { creditsPerUsd } = rateOf(transfers.reduce((sum, { units }) => sum + units, 0n));
  const shares = new Map<number, number>();
  let before = 0n;
  for (const { logIndex, units } of transfers) {
    const credits = ((before + units) * creditsPerUsd) / UNITS_PER_USD - (before * creditsPerUsd) / UNITS_PER_USD;
    shares.set(logIndex, Number(credits));
    before += units;
  }
  return shares;
}

async function accountOfQuote(tx: Db, quote: Quote, transfer: SeenTransfer, { quoteId, accountId, now }: PaidTransaction): Promise<number> {
  if (quote.id === quoteId && accountId !== null) return accountId;
  return quote.accountId ?? openAccount(tx, { name: null, ownerWallet: transfer.sender, now });
}

async function creditByQuote(tx: Db, quote: Quote, transfer: SeenTransfer, paid: PaidTransaction): Promise<void> {
  const { now } = paid;
  const accountId = await accountOfQuote(tx, quote, transfer, paid);
  await creditTransfer(tx, transfer, { accountId, credits: quote.credits, units: transfer.units, quoteId: quote.id }, now);
  await creditQuote(tx, quote.id, accountId, now);
}

/** Restores a purchase that was reversed when its block was reorganised away. False when there was none. */
async function creditAgain(tx: Db, transfer: SeenTransfer, now: Date): Promise<boolean> {
  const earlier = await findEarlierPurchase(tx, transfer);
  if (!earlier) return false;
  const { accountId, credits, units, quoteId, tokenId, signedAt } = earlier;
  await creditTransfer(tx, transfer, { accountId, credits, units, quoteId, tokenId, signedAt }, now);
  if (quoteId !== null) await creditQuote(tx, quoteId, accountId, now);
  return true;
}

async function creditBare(tx: Db, transfer: SeenTransfer, now: Date): Promise<void> {
  const credits = bareCredits(transfer.units);
  if (credits === 0n) return;
  await creditTransfer(
    tx,
    transfer,
    { accountId: await walletAccount(tx, transfer.sender, now), credits: Number(credits), units: priceUnits(credits) },
    now,
  );
}

async function creditRest(tx: Db, rest: readonly SeenTransfer[], { signer, accountId, now }: PaidTransaction): Promise<void> {
  const proven = rest.filter(({ sender }) => sender === signer);
  const shares = creditShares(proven);
  const account =
    proven.length === 0 || signer === null ? null : (accountId ?? (await openAccount(tx, { name: null, ownerWallet: signer, now })));
  for (const transfer of rest) {
    const credits = shares.get(transfer.logIndex);
    if (account === null || credits === undefined) await creditBare(tx, transfer, now);
    else await creditTransfer(tx, transfer, { accountId: account, credits, units: transfer.units } satisfies TransferCredit, now);
  }
}

/**
 * Credits every transfer of a transaction: by exact amount to its quote, otherwise to its sender. A transfer that its
 * sender claims by signature goes to the sender even where a quote has the same amount. Needs a database transaction.
 */
export async function creditAllTransfers(tx: Db, paid: PaidTransaction): Promise<Purchase[]> {
  const { chainId, txHash, transfers, now } = paid;
  for (const transfer of transfers) await observeTransfer(tx, transfer, now);
  const rest: SeenTransfer[] = [];
  for (const transfer of transfers) {
    if (await creditAgain(tx, transfer, now)) continue;
    const quote = transfer.sender === paid.signer ? null : await lockQuoteOf(tx, transfer, GRACE_SECONDS);
    if (quote) await creditByQuote(tx, quote, transfer, paid);
    else rest.push(transfer);
  }
  await creditRest(tx, rest, paid);
  return listPurchasesOf(tx, chainId, txHash);
}

/**
 * Claims a hash and credits all its transfers. Needs a database transaction. Throws AlreadyClaimedError when another
 * claim came first, or when another hash has paid the presented quote meanwhile.
 */
export async function creditTransaction(tx: Db, paid: ClaimedTransaction): Promise<Purchase[]> {
  const { chainId, txHash, rail, quoteId, now } = paid;
  if (!(await claimForPurchase(tx, { chainId, txHash, rail, now }))) throw new AlreadyClaimedError(txHash);
  await crashPoint("confirm:claimed");
  const bought = await creditAllTransfers(tx, paid);
  if (quoteId !== null && !bought.some((purchase) => purchase.quoteId === quoteId)) throw new AlreadyClaimedError(txHash);
  return bought;
}

/** Restores the credits of a reorganised transaction that was mined again, to the same accounts. Needs a database transaction. */
export async function creditReturnedTransfers(
  tx: Db,
  { chainId, txHash, transfers, now }: Pick<ClaimedTransaction, "chainId" | "txHash" | "transfers" | "now">,
): Promise<void> {
  await reviveClaim(tx, chainId, txHash);
  for (const transfer of transfers) {
    await observeTransfer(tx, transfer, now);
    await creditAgain(tx, transfer, now);
  }
}
