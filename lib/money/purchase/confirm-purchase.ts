import { hashMemo } from "../base/memo-of";
import { inTransaction, type Db } from "@/db/client";
import { findPurchaseClaim, listPurchasesOf, type Purchase } from "@/db/queries/money/purchase/purchases";
import { findQuoteByMemo, type Quote } from "@/db/queries/money/purchase/quotes";
import type { SeenTransfer } from "@/db/queries/money/transfers/transfers";
import type { Chain } from "../chain/chain";
import type { Screener } from "../chain/screener";
import { creditsFor } from "@/lib/domain/money/credits";
import { payingTransfer, quoteMisfit, type QuoteMisfit } from "@/lib/domain/money/quote";
import { collectToken, type Collection } from "./collect-token";
import { crashPoint } from "../base/crash-point";
import { AlreadyClaimedError } from "../base/credit-transfer";
import { findSigner, signingText } from "../base/prove-payer";
import { readPayment } from "../base/read-payment";
import { refusal, retryable } from "../base/refusals";
import { screenPayers } from "../base/screen-payers";
import { creditTransaction } from "../base/credit-transaction";

export interface ConfirmRequest {
  /** Lower case. */
  txHash: string;
  memo: string | null;
  signature: string | null;
  /** Account to top up; null asks for a token. */
  accountId: number | null;
}

export interface ConfirmSetup {
  db: Db;
  chain: Chain;
  screener: Screener;
  baseUrl: string;
  now: Date;
}

interface Proof {
  rail: "quote" | "proof";
  quoteId: number | null;
  signer: string | null;
}

const MISFITS: Record<QuoteMisfit, string> = {
  amount_differs: "The payment is not exactly the quoted amount.",
  sender_mismatch: "The payment does not come from the wallet that the quote names.",
  mined_before_quote: "The payment is older than the quote.",
  quote_expired: "The payment came more than a day after the quote expired.",
};

const purposeOf = ({ chain }: ConfirmSetup, { txHash }: ConfirmRequest) =>
  ({ purpose: "purchase", chainId: chain.chainId, txHash }) as const;

const signerAmong = (payments: readonly { sender: string }[], setup: ConfirmSetup, confirmation: ConfirmRequest): Promise<string | null> =>
  findSigner(setup.chain, payments, { ...setup, purpose: purposeOf(setup, confirmation), signature: confirmation.signature });

function claimedBefore(): never {
  throw refusal(
    "tx_already_claimed",
    "This transaction was claimed before. Where its surplus went to the paying wallet's account, that wallet's signature collects it at POST /api/payment/tokens.",
  );
}

interface ProvenPurchases {
  purchases: Purchase[];
  hasMemo: boolean;
  signer: string | null;
}

async function provenPurchases(setup: ConfirmSetup, confirmation: ConfirmRequest, quote: Quote | null): Promise<ProvenPurchases> {
  const bought = await listPurchasesOf(setup.db, setup.chain.chainId, confirmation.txHash);
  const quoted = quote ? bought.filter(({ quoteId }) => quoteId === quote.id) : [];
  const hasMemo = quoted.length > 0;
  const signer = await signerAmong(hasMemo ? quoted : bought, setup, confirmation);
  return { purchases: hasMemo ? quoted : bought.filter(({ sender }) => sender === signer), hasMemo, signer };
}

function unproven(setup: ConfirmSetup, confirmation: ConfirmRequest, quote: Quote | null, transfers: readonly SeenTransfer[]): never {
  const sign = signingText(setup.baseUrl, purposeOf(setup, confirmation), setup.now);
  if (confirmation.signature !== null) {
    throw refusal("verification_failed", "The signature is not one of a wallet that paid in this transaction, or not of the text below.", {
      reason: "signature_mismatch",
      retryable: false,
      tx_hash: confirmation.txHash,
      sign,
    });
  }
  const fits: (QuoteMisfit | null)[] = quote ? transfers.map((transfer) => quoteMisfit(quote, transfer)) : ["amount_differs"];
  const misfit = fits.includes(null) ? null : (fits.find((reason) => reason !== "amount_differs") ?? "amount_differs");
  const message = `${misfit === null ? "The quote was paid by another transaction." : MISFITS[misfit]} The wallet that paid can claim the payment by a signature.`;
  const details = {
    retryable: false,
    tx_hash: confirmation.txHash,
    sign,
    ...(quote ? { expected_base_units: quote.units.toString() } : {}),
    received_base_units: transfers.map(({ units }) => units.toString()),
  };
  if (misfit === "sender_mismatch" || misfit === "quote_expired") throw refusal(misfit, message, details);
  throw refusal("verification_failed", message, { ...details, reason: misfit ?? "quote_already_credited" });
}

async function prove(
  setup: ConfirmSetup,
  confirmation: ConfirmRequest,
  quote: Quote | null,
  transfers: readonly SeenTransfer[],
): Promise<Proof> {
  if (quote && payingTransfer(quote, transfers)) return { rail: "quote", quoteId: quote.id, signer: null };
  const signer = await signerAmong(transfers, setup, confirmation);
  if (signer === null) return unproven(setup, confirmation, quote, transfers);
  const paid = transfers.reduce((sum, { sender, units }) => (sender === signer ? sum + units : sum), 0n);
  if (creditsFor(paid) === 0n) {
    throw refusal("verification_failed", "The payment is worth less than one credit.", {
      reason: "amount_too_small",
      retryable: false,
      received_base_units: [paid.toString()],
    });
  }
  return { rail: "proof", quoteId: null, signer };
}

async function credit(
  { db, chain, now }: ConfirmSetup,
  { txHash, accountId }: ConfirmRequest,
  transfers: readonly SeenTransfer[],
  { rail, quoteId, signer }: Proof,
): Promise<Purchase[]> {
  try {
    const bought = await inTransaction(db, (tx) =>
      creditTransaction(tx, { chainId: chain.chainId, txHash, rail, transfers, signer, quoteId, accountId, now }),
    );
    await crashPoint("confirm:credited");
    return bought;
  } catch (error) {
    if (!(error instanceof AlreadyClaimedError)) throw error;
    throw retryable("tx_in_flight", "Another request is claiming this payment. Retry with the same proof.", 1);
  }
}

async function buy(setup: ConfirmSetup, confirmation: ConfirmRequest, quote: Quote | null): Promise<ProvenPurchases> {
  const { transfers } = await readPayment(setup.chain, confirmation.txHash, quote);
  const proof = await prove(setup, confirmation, quote, transfers);
  await screenPayers(setup.screener, transfers);
  await crashPoint("confirm:verified");
  const bought = await credit(setup, confirmation, transfers, proof);
  const purchases = bought.filter(({ quoteId, sender }) => (proof.quoteId === null ? sender === proof.signer : quoteId === proof.quoteId));
  return { purchases, hasMemo: proof.quoteId !== null, signer: proof.signer };
}

/**
 * Turns a payment into credits for its prover, by the quote's memo or the payer's signature. Throws
 * `purchase_disputed` when both claim it.
 */
export async function confirmPurchase(setup: ConfirmSetup, confirmation: ConfirmRequest): Promise<Collection> {
  const { db, chain, now } = setup;
  const quote = confirmation.memo === null ? null : await findQuoteByMemo(db, hashMemo(confirmation.memo));
  const sign = signingText(setup.baseUrl, purposeOf(setup, confirmation), now);
  if (!quote && confirmation.signature === null) {
    throw refusal("quote_not_found_or_expired", "No quote has this memo. The wallet that paid can claim the payment by a signature.", {
      sign,
    });
  }
  const claim = await findPurchaseClaim(db, chain.chainId, confirmation.txHash);
  const isClaimed = claim !== null && claim.state !== "gone";
  const { purchases, ...proof } = isClaimed ? await provenPurchases(setup, confirmation, quote) : await buy(setup, confirmation, quote);
  if (purchases.length === 0) claimedBefore();
  return collectToken(db, purchases, { accountId: confirmation.accountId, ...proof, sign, now });
}
