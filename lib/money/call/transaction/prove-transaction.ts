import type { Db } from "@/db/client";
import { findQuoteByMemo, isAmountQuoted, type Quote } from "@/db/queries/money/purchase/quotes";
import type { SeenTransfer } from "@/db/queries/money/transfers/transfers";
import { bareCredits } from "@/lib/domain/money/credits";
import { GRACE_SECONDS, quoteMisfit } from "@/lib/domain/money/quote";
import { ApiError } from "@/lib/errors";
import { hashMemo } from "../../base/memo-of";
import type { CallTerms } from "../paid-call";
import { callPurpose, callSigningText, type Resource } from "../payment-required";
import { findSigner } from "../../base/prove-payer";
import { requireRailsChain, type Rails } from "../../base/rails";
import { refusal } from "../../base/refusals";

interface TransactionCredential {
  /** Lower case. */
  hash: string;
  quote: string | null;
  signature: string | null;
}

export interface TransactionSession {
  db: Db;
  rails: Rails;
  terms: CallTerms;
  resource: Resource;
  credential: TransactionCredential;
}

export interface TransactionProof {
  rail: "quote" | "proof" | "bare";
  /** Lower case. */
  payer: string;
  quoteId: number | null;
  credits: number;
}

export const signDetails = ({ rails, terms, resource, credential }: TransactionSession) => ({
  sign: callSigningText(requireRailsChain(rails), credential.hash, terms, resource),
});

export function signerOf(
  { rails, terms, resource, credential }: TransactionSession,
  payments: readonly { sender: string }[],
): Promise<string | null> {
  const chain = requireRailsChain(rails);
  const purpose = callPurpose(chain, credential.hash, terms, resource);
  return findSigner(chain, payments, { baseUrl: resource.baseUrl, purpose, signature: credential.signature, now: terms.now });
}

const refused = (reason: string, message: string, details: Record<string, unknown> = {}): ApiError =>
  new ApiError("tx_verification_failed", message, { reason, ...details });

const MISFITS = {
  amount_differs: "The transaction does not pay exactly the quoted amount.",
  sender_mismatch: "Another wallet paid than the one that the quote names.",
  mined_before_quote: "The transaction is older than the quote.",
  quote_expired: "The transaction came more than a day after the quote expired.",
};

function quotedProof(quote: Quote | null, transfers: readonly SeenTransfer[]): TransactionProof {
  if (!quote) throw refused("quote_not_found", "No quote has this memo.");
  const paid = transfers.find((transfer) => quoteMisfit(quote, transfer) === null);
  if (paid && quote.status === "open") return { rail: "quote", payer: paid.sender, quoteId: quote.id, credits: quote.credits };
  if (paid) throw refused("quote_already_credited", "The quote was paid by another transaction.");
  const misfits = transfers.map((transfer) => quoteMisfit(quote, transfer));
  const misfit = misfits.find((reason) => reason !== "amount_differs") ?? "amount_differs";
  throw refused(misfit, MISFITS[misfit], { expected_base_units: quote.units.toString() });
}

const creditsOf = (transfers: readonly SeenTransfer[], sender: string): number =>
  transfers.reduce((sum, transfer) => (transfer.sender === sender ? sum + Number(bareCredits(transfer.units)) : sum), 0);

/** Transfers whose exact amount a quote reserves belong to that quote, so they are left out. */
async function withoutQuoted(db: Db, transfers: readonly SeenTransfer[]): Promise<SeenTransfer[]> {
  const unquoted: SeenTransfer[] = [];
  for (const transfer of transfers) {
    if (!(await isAmountQuoted(db, transfer.units, transfer.blockTime, GRACE_SECONDS))) unquoted.push(transfer);
  }
  return unquoted;
}

async function signedProof(
  session: TransactionSession,
  transfers: readonly SeenTransfer[],
  unquoted: readonly SeenTransfer[],
): Promise<TransactionProof> {
  const signer = await signerOf(session, transfers);
  if (signer === null) {
    throw refused(
      "signature_mismatch",
      "The signature is not one of a wallet that paid in this transaction, or not of the text below.",
      signDetails(session),
    );
  }
  if (!unquoted.some(({ sender }) => sender === signer)) throw refusal("tx_belongs_to_quote", undefined);
  return { rail: "proof", payer: signer, quoteId: null, credits: creditsOf(unquoted, signer) };
}

function bareProof(session: TransactionSession, transfers: readonly SeenTransfer[], unquoted: readonly SeenTransfer[]): TransactionProof {
  const { rails, terms } = session;
  if (!rails.isBareAllowed) throw refusal("proof_required", undefined, signDetails(session));
  if (unquoted.length < transfers.length) throw refusal("tx_belongs_to_quote", undefined);
  const ageSeconds = Math.floor((terms.now.getTime() - (transfers[0]?.blockTime.getTime() ?? 0)) / 1000);
  if (ageSeconds > rails.bareMaxAgeSeconds) {
    throw refusal(
      "tx_too_old",
      `The transaction is ${ageSeconds} seconds old; without proof it pays for ${rails.bareMaxAgeSeconds}. Its payer can still use it with a signature.`,
      {
        age_seconds: ageSeconds,
        max_age_seconds: rails.bareMaxAgeSeconds,
        confirm_at: "/api/payment/confirm",
        ...signDetails(session),
      },
    );
  }
  const senders = [...new Set(transfers.map(({ sender }) => sender))];
  const offers = senders.map((payer) => ({ payer, credits: creditsOf(transfers, payer) })).sort((a, b) => b.credits - a.credits);
  const [best] = offers;
  if (!best) throw new Error("a payment without transfers");
  return { rail: "bare", quoteId: null, ...best };
}

/** Proves by the quote's memo, by signature or by first use of the bare hash. Throws the ApiError for the client. */
export async function proveTransaction(session: TransactionSession, transfers: readonly SeenTransfer[]): Promise<TransactionProof> {
  const { db, credential } = session;
  if (credential.quote !== null) {
    const proof = quotedProof(await findQuoteByMemo(db, hashMemo(credential.quote)), transfers);
    if (credential.signature !== null && (await signerOf(session, [{ sender: proof.payer }])) === null) {
      throw refused("signature_mismatch", "The signature is not that of the wallet that paid the quote.", signDetails(session));
    }
    return proof;
  }
  const unquoted = await withoutQuoted(db, transfers);
  return credential.signature === null ? bareProof(session, transfers, unquoted) : signedProof(session, transfers, unquoted);
}
