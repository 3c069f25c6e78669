import type { Db } from "@/db/client";
import {
  claimSettled,
  concludeSubmission,
  findSubmission,
  releaseSubmission,
  retakeSubmission,
  type Submission,
} from "@/db/queries/money/purchase/gasless";
import { endLease, noteBroadcast, type LeasedAuthorization } from "@/db/queries/money/call/x402";
import type { Quote } from "@/db/queries/money/purchase/quotes";
import { crashPoint } from "../../base/crash-point";
import { onChain, retryable } from "../../base/refusals";
import { screenPayers } from "../../base/screen-payers";
import { reserveGas } from "../../base/claim-signed";
import { settleInTurn } from "../../base/settle-in-turn";
import type { Payment } from "../../chain/parse-payment";
import { resolveSettlement } from "../../chain/resolve-settlement";
import type { Screener } from "../../chain/screener";
import { resumeSettlement, settlePayment, type SettleOptions } from "../../chain/settle-payment";
import { costOfSent, type Settlement } from "../../chain/settlement";
import { verifyPayment } from "../../chain/verify-payment";
import type { X402 } from "../../chain/x402";
import { requirementsFor, type X402Terms } from "../../chain/x402-terms";
import { GASLESS_PATH } from "@/lib/domain/money/gasless";
import type { ApiError } from "@/lib/errors";
import { quoteOfMemo, reasonIfPaid, rejected, requireFit, withPaymentState } from "./check-gasless";
import { claimGasless, notConfigured, refuseGas } from "./claim-gasless";

/** Longer than settling usually takes. A request that takes longer sends nothing once another has taken over. */
const LEASE_MS = 30_000;
const PENDING_RETRY_SECONDS = 2;

export interface GaslessSetup {
  db: Db;
  /** Null where no x402 is configured. */
  x402: X402 | null;
  screener: Screener;
  baseUrl: string;
  /** Hash of the address that asks. */
  caller: string;
  now: Date;
}

interface Sending {
  setup: GaslessSetup;
  x402: X402;
  quote: Quote;
  payment: Payment;
  terms: X402Terms;
  row: LeasedAuthorization;
}

export interface Submitted {
  quote: Quote;
  payer: string;
  txHash: string;
}

const termsOf = (x402: X402, { units }: Quote, baseUrl: string): X402Terms =>
  requirementsFor(x402.chain, units, { url: `${baseUrl}${GASLESS_PATH}`, description: "credits", mimeType: "application/json" });

function sendingOptions({ setup: { db }, row }: Sending): SettleOptions {
  const onBroadcast = async (txHash: string) => {
    if (!(await noteBroadcast(db, row, txHash))) throw new Error("another request has taken this transfer");
    await crashPoint("gasless:noted");
  };
  return { now: new Date(), onBroadcast, exclusively: settleInTurn(db) };
}

/** The outcome as the buyer learns it. It credits nothing: the scan of the chain does. */
async function conclude({ setup: { db, now }, x402: { chain }, quote, row }: Sending, settlement: Settlement): Promise<Submitted> {
  if (settlement.state === "pending") {
    await endLease(db, row, now);
    throw retryable(
      "settlement_pending",
      "The transfer was sent and is not in a block yet. Do not pay again and ask for no new quote: confirm with the memo, or repeat this request.",
      PENDING_RETRY_SECONDS,
      { payment_state: "pending", transaction: settlement.txHash },
    );
  }
  const noted = (await findSubmission(db, quote.id))?.txHash ?? null;
  const gasGwei = await costOfSent(chain, noted, settlement);
  if (settlement.state === "settled") {
    await crashPoint("gasless:settled");
    const { txHash } = settlement;
    await concludeSubmission(db, row, { state: "settled", txHash, gasGwei }, now);
    return { quote, payer: row.payer, txHash };
  }
  // A transfer that was sent and failed has cost gas, so the quote has had its submission.
  if (noted === null) await releaseSubmission(db, row);
  else await concludeSubmission(db, row, { state: "failed", gasGwei }, now);
  throw rejected(settlement.reason, { transaction: noted, payment_state: "unspent" });
}

const leaseOf = (x402: X402, { payer, nonce }: Payment, leaseUntil: Date): LeasedAuthorization => ({
  asset: x402.chain.usdc,
  payer,
  nonce,
  leaseUntil,
});

const validUntil = ({ validBefore }: Payment): Date => new Date(Number(validBefore) * 1000);

/**
 * Finds a signed transfer that somebody else sent before us. It paid this quote all the same, and is
 * claimed for it like one that we sent, so that it pays for nothing else. Where it was not sent, the
 * refusal stands.
 */
async function sentEarlier(setup: GaslessSetup, x402: X402, quote: Quote, payment: Payment, refusal: ApiError): Promise<Submitted> {
  const { db, now } = setup;
  const settlement = await onChain(resumeSettlement(x402, payment));
  if (settlement?.state !== "settled") throw refusal;
  const { txHash } = settlement;
  const row = leaseOf(x402, payment, now);
  await claimSettled(db, { ...row, quoteId: quote.id, units: payment.value, validBefore: validUntil(payment), txHash, now });
  return { quote, payer: payment.payer, txHash };
}

async function sendNew(setup: GaslessSetup, x402: X402, quote: Quote, payment: Payment): Promise<Submitted> {
  const { db, caller, now } = setup;
  if (!x402.settler) throw notConfigured();
  requireFit(quote, payment, null);
  const paid = await reasonIfPaid(db, x402.chain, quote);
  if (paid !== null) return sentEarlier(setup, x402, quote, payment, rejected(paid));
  if (now >= quote.expiresAt) throw rejected("quote_expired");
  const terms = termsOf(x402, quote, setup.baseUrl);
  const verified = await onChain(verifyPayment(x402, payment, terms, now));
  if (!verified.ok) {
    const refusal = rejected(verified.refused);
    if (verified.refused === "authorization_used") return sentEarlier(setup, x402, quote, payment, refusal);
    throw refusal;
  }
  await screenPayers(setup.screener, [{ sender: payment.payer }]);
  const gasGwei = (await reserveGas(x402, payment.value, 0, refuseGas)) ?? 0;
  const row = leaseOf(x402, payment, new Date(now.getTime() + LEASE_MS));
  const submission = { ...row, quoteId: quote.id, units: payment.value, validBefore: validUntil(payment), gasGwei, caller, now };
  await claimGasless(db, x402, submission);
  await crashPoint("gasless:claimed");
  const sending: Sending = { setup, x402, quote, payment, terms, row };
  const settlement = await onChain(settlePayment(x402, payment, terms, sendingOptions(sending))).catch(async (error: unknown) => {
    // settlePayment throws only when nothing was sent.
    await releaseSubmission(db, row).catch(() => undefined);
    throw error;
  });
  return conclude(sending, settlement);
}

async function sendAgain(setup: GaslessSetup, x402: X402, quote: Quote, payment: Payment, submitted: Submission): Promise<Submitted> {
  const { db, now } = setup;
  requireFit(quote, payment, submitted);
  if (quote.status === "credited" && submitted.txHash !== null) return { quote, payer: submitted.payer, txHash: submitted.txHash };
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const validBefore = validUntil(payment);
  if (!(await retakeSubmission(db, { quoteId: quote.id, leaseUntil, validBefore, now }))) {
    throw retryable("payment_in_flight", "This signed transfer is being sent. Do not sign another: retry.", 1);
  }
  const { asset, payer, nonce, units, txHash } = submitted;
  const row = { asset, payer, nonce, leaseUntil };
  const sending: Sending = { setup, x402, quote, payment, terms: termsOf(x402, quote, setup.baseUrl), row };
  const noted = {
    transfer: { payer, nonce, value: units },
    validBefore: submitted.validBefore > validBefore ? submitted.validBefore : validBefore,
    txHash,
  };
  const settling = resolveSettlement(x402, { payment, terms: sending.terms, options: sendingOptions(sending) }, noted);
  const settlement = await onChain(settling).catch(async (error: unknown) => {
    await endLease(db, row, now).catch(() => undefined);
    throw error;
  });
  return conclude(sending, settlement);
}

/**
 * Sends the transfer that a buyer signed for a quote. Idempotent: a repeat finds what was sent, and sends what was not.
 * A refusal says whether the transfer may have been sent.
 */
export async function submitGasless(setup: GaslessSetup, { memo, payment }: { memo: string; payment: Payment }): Promise<Submitted> {
  const { db, x402 } = setup;
  if (!x402?.settler) throw notConfigured();
  const quote = await quoteOfMemo(db, memo);
  const submitted = await findSubmission(db, quote.id);
  if (submitted) return withPaymentState("pending", sendAgain(setup, x402, quote, payment, submitted));
  return withPaymentState("unspent", sendNew(setup, x402, quote, payment));
}
