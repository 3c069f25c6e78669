import { chainHead } from "./chain-head";
import { ChainUnavailable } from "./chain-unavailable";
import { refusalOffline } from "./check-payment";
import { mostWeiFor } from "./gas";
import type { FacilitatorClient } from "./facilitator-client";
import type { Payment } from "./parse-payment";
import { refusalOfCode, refusalOfRevert } from "./refusal";
import { awaitReceipt, findSettlement, isUnderWay, settlementIn, type AuthorizedTransfer, type Settlement } from "./settlement";
import type { Settler } from "./settler";
import { facilitatorLibraryFor, requestOf, type X402 } from "./x402";
import type { X402Terms } from "./x402-terms";

export interface SettleOptions {
  now: Date;
  exclusively?: <Value>(task: () => Promise<Value>) => Promise<Value>;
  /**
   * Stores the transaction's hash before it is sent, or once a facilitator returns it. A crash can then
   * be resumed. If it throws, nothing is sent.
   */
  onBroadcast?: (txHash: string) => Promise<void>;
}

/** Greatest age of the ether price by which a transfer's gas is judged. The gas price is asked for each transfer. */
const PRICE_MS = 60_000;

async function settleWithSettler(
  x402: X402,
  settler: Settler,
  payment: Payment,
  terms: X402Terms,
  options: SettleOptions,
): Promise<Settlement> {
  await x402.chain.rpcs[0]?.requireChain();
  const mostWei = mostWeiFor(payment.value, await settler.gasState(PRICE_MS));
  const attempt = settler.newAttempt({ ...options, mostWei });
  const { payload, requirements } = requestOf(payment, terms);
  const answer = await (await facilitatorLibraryFor(x402, settler, attempt)).settle(payload, requirements).catch(() => null);
  if (attempt.receipt) return settlementIn(attempt.receipt, payment, x402.chain);
  if (attempt.txHash) return { state: "pending", txHash: attempt.txHash };
  attempt.watch.requireAnswers();
  if (attempt.revert !== null) return { state: "failed", reason: refusalOfRevert(attempt.revert) };
  if (answer === null || answer.errorReason === undefined || attempt.isSendRefused) throw new ChainUnavailable("refused");
  return { state: "failed", reason: refusalOfCode(answer.errorReason) };
}

async function settleWithFacilitator(
  x402: X402,
  facilitator: FacilitatorClient,
  payment: Payment,
  terms: X402Terms,
  options: SettleOptions,
): Promise<Settlement> {
  const { payload, requirements } = requestOf(payment, terms);
  const request = { x402Version: payment.version, paymentPayload: payload, paymentRequirements: requirements };
  // After a failed request only the chain knows whether the facilitator sent the payment.
  const answer = await facilitator.settle(request).catch(() => null);
  if (!answer) return { state: "pending", txHash: null };
  const txHash = /^0x[0-9a-fA-F]{64}$/.test(answer.transaction ?? "") ? String(answer.transaction).toLowerCase() : null;
  if (!answer.success && answer.errorReason !== "settlement_pending") {
    return { state: "failed", reason: refusalOfCode(answer.errorReason ?? undefined) };
  }
  // The payment is already sent, so a failure to store its hash must not fail the settlement.
  if (txHash) await options.onBroadcast?.(txHash).catch(() => undefined);
  const receipt = txHash && (await awaitReceipt(x402.chain, txHash, x402.wait));
  if (!receipt) return { state: "pending", txHash };
  const settlement = settlementIn(receipt, payment, x402.chain);
  // The facilitator paid the gas.
  return settlement.state === "failed" ? { state: "failed", reason: settlement.reason } : settlement;
}

/** Looks up an interrupted or pending settlement. Null while the authorization is unused. Throws ChainUnavailable. */
export async function resumeSettlement(x402: X402, payment: AuthorizedTransfer): Promise<Settlement | null> {
  const { latest } = await chainHead(x402.chain);
  return findSettlement(x402.chain, payment, latest.number, x402.wait);
}

/** Idempotent: returns the existing settlement of an authorization that was already used. Throws ChainUnavailable only when nothing was sent. */
export async function settlePayment(x402: X402, payment: Payment, terms: X402Terms, options: SettleOptions): Promise<Settlement> {
  const { settler, facilitator, chain } = x402;
  const exclusively = options.exclusively ?? ((task) => task());
  const refusal = refusalOffline(payment, terms, chain, options.now, settler ? [settler.address] : []);
  if (refusal === "expired") return (await resumeSettlement(x402, payment)) ?? { state: "failed", reason: refusal };
  if (refusal) return { state: "failed", reason: refusal };
  const settlement = await exclusively(async (): Promise<Settlement> => {
    if (settler) return settleWithSettler(x402, settler, payment, terms, options);
    return facilitator ? settleWithFacilitator(x402, facilitator, payment, terms, options) : { state: "failed", reason: "refused" };
  });
  if (settlement.state !== "failed") return settlement;
  try {
    return (await resumeSettlement(x402, payment)) ?? settlement;
  } catch (error) {
    // The attempt may have failed because the payment had settled. The chain could not tell us.
    if (error instanceof ChainUnavailable) return { state: "pending", txHash: null };
    throw error;
  }
}

/** Waits for a transaction that was sent earlier. Null when it was lost or reverted, so the payment must be sent again. Throws ChainUnavailable. */
export async function awaitSent(x402: X402, payment: AuthorizedTransfer, txHash: string): Promise<Settlement | null> {
  if (!(await isUnderWay(x402.chain, txHash))) return null;
  const receipt = await awaitReceipt(x402.chain, txHash, x402.wait);
  return (await resumeSettlement(x402, payment)) ?? (receipt ? null : { state: "pending", txHash });
}
