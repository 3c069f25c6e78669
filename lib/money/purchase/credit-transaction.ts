import type { Db } from "@/db/client";
import { openAccount, walletAccount } from "@/db/queries/money/ledger/ledger";
import { claimForPurchase, findEarlierPurchase, listPurchasesOf, reviveClaim, type Purchase } from "@/db/queries/money/purchase/purchases";
import { creditQuote, lockQuoteOf, type Quote } from "@/db/queries/money/purchase/quotes";
import type { SeenTransfer } from "@/db/queries/money/transfers/transfers";
import { bareCredits, priceUnits, rateOf, UNITS_PER_USD } from "@/lib/domain/money/credits";
import { GRACE_SECONDS } from "@/lib/domain/money/quote";
import { crashPoint } from "../call/crash-point";
import { AlreadyClaimedError, creditTransfer, type Crediting } from "./credit-transfer";
import { observeTransfer } from "../transfers/observe-transfers";

export interface Settlement {
  chainId: number;
  txHash: string;
  rail: "quote" | "proof";
  /** All that this transaction paid us. */
  transfers: readonly SeenTransfer[];
  /** The payer who proved to be it. */
  signer: string | null;
  /** The quote whose memo was shown. */
  quoteId: number | null;
  /** Whom the shown quote or the proven payments top up; null opens an account. */
  accountId: number | null;
  now: Date;
}

type Settling = Omit<Settlement, "rail">;
type Shares = ReadonlyMap<number, number>;

/** The whole of what a payer sent decides its rate; no fraction of a credit is lost between its transfers. */
function sharesOf(transfers: readonly SeenTransfer[]): Shares {
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

async function accountOfQuote(tx: Db, quote: Quote, transfer: SeenTransfer, { quoteId, accountId, now }: Settling): Promise<number> {
  if (quote.id === quoteId && accountId !== null) return accountId;
  return quote.accountId ?? openAccount(tx, { name: null, ownerWallet: transfer.sender, now });
}

async function creditByQuote(tx: Db, quote: Quote, transfer: SeenTransfer, settlement: Settling): Promise<void> {
  const { now } = settlement;
  const accountId = await accountOfQuote(tx, quote, transfer, settlement);
  await creditTransfer(tx, transfer, { accountId, credits: quote.credits, units: transfer.units, quoteId: quote.id }, now);
  await creditQuote(tx, quote.id, { accountId, now, freeAt: new Date(now.getTime() + GRACE_SECONDS * 1000) });
}

/** As it was before its block went away. */
async function creditAgain(tx: Db, transfer: SeenTransfer, now: Date): Promise<boolean> {
  const earlier = await findEarlierPurchase(tx, transfer);
  if (!earlier) return false;
  const { accountId, credits, units, quoteId, tokenId, signedAt } = earlier;
  await creditTransfer(tx, transfer, { accountId, credits, units, quoteId, tokenId, signedAt }, now);
  if (quoteId !== null) await creditQuote(tx, quoteId, { accountId, now, freeAt: new Date(now.getTime() + GRACE_SECONDS * 1000) });
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

/** What no quote asked for: to the payer who proved to be it, or to the wallet that sent it. */
async function creditRest(tx: Db, rest: readonly SeenTransfer[], { signer, accountId, now }: Settling): Promise<void> {
  const proven = rest.filter(({ sender }) => sender === signer);
  const shares = sharesOf(proven);
  const account =
    proven.length === 0 || signer === null ? null : (accountId ?? (await openAccount(tx, { name: null, ownerWallet: signer, now })));
  for (const transfer of rest) {
    const credits = shares.get(transfer.logIndex);
    if (account === null || credits === undefined) await creditBare(tx, transfer, now);
    else await creditTransfer(tx, transfer, { accountId: account, credits, units: transfer.units } satisfies Crediting, now);
  }
}

/**
 * Books all that a claimed transaction paid us: each transfer to the quote of its exact amount, the rest to its payer. Needs a transaction.
 * What its payer claims by signature is the payer's, whosever quote has the same amount.
 */
export async function settleTransfers(tx: Db, settlement: Settling): Promise<Purchase[]> {
  const { chainId, txHash, transfers, now } = settlement;
  for (const transfer of transfers) await observeTransfer(tx, transfer, now);
  const rest: SeenTransfer[] = [];
  for (const transfer of transfers) {
    if (await creditAgain(tx, transfer, now)) continue;
    const quote = transfer.sender === settlement.signer ? null : await lockQuoteOf(tx, transfer, GRACE_SECONDS);
    if (quote) await creditByQuote(tx, quote, transfer, settlement);
    else rest.push(transfer);
  }
  await creditRest(tx, rest, settlement);
  return listPurchasesOf(tx, chainId, txHash);
}

/**
 * Claims a hash and settles all its transfers. Needs a transaction.
 * Throws AlreadyClaimedError where another claim came first, or where the shown quote was paid by another hash meanwhile.
 */
export async function settleTransaction(tx: Db, settlement: Settlement): Promise<Purchase[]> {
  const { chainId, txHash, rail, quoteId, now } = settlement;
  if (!(await claimForPurchase(tx, { chainId, txHash, rail, now }))) throw new AlreadyClaimedError(txHash);
  await crashPoint("confirm:claimed");
  const bought = await settleTransfers(tx, settlement);
  if (quoteId !== null && !bought.some((purchase) => purchase.quoteId === quoteId)) throw new AlreadyClaimedError(txHash);
  return bought;
}

/** Credits what came back after its block went away, to whom it was credited before, whatever became of its claim. Needs a transaction. */
export async function settleReturned(
  tx: Db,
  { chainId, txHash, transfers, now }: Pick<Settlement, "chainId" | "txHash" | "transfers" | "now">,
): Promise<void> {
  await reviveClaim(tx, chainId, txHash);
  for (const transfer of transfers) {
    await observeTransfer(tx, transfer, now);
    await creditAgain(tx, transfer, now);
  }
}
