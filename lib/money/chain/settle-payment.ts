import { chainHead } from "./chain-head";
import { ChainUnavailable } from "./chain-unavailable";
import { refusalOffline } from "./check-payment";
import type { FacilitatorClient } from "./facilitator-client";
import type { Payment } from "./parse-payment";
import { refusalOfCode, refusalOfRevert } from "./refusal";
import { awaitReceipt, findSettlement, isUnderWay, settlementIn, type AuthorizedTransfer, type Settlement } from "./settlement";
import type { Settler } from "./settler";
import { libraryFor, requestOf, type X402 } from "./x402";
import type { X402Terms } from "./x402-terms";

export interface SettleOptions {
  now: Date;
  /** Where several processes send from one key, one of them settles at a time. */
  exclusively?: <Value>(task: () => Promise<Value>) => Promise<Value>;
  /** Keeps the transaction's hash before it is sent, or as soon as a facilitator names it: what a crash leaves can then be found again. Where it throws, nothing is sent. */
  onBroadcast?: (txHash: string) => Promise<void>;
}

async function settleHere(x402: X402, settler: Settler, payment: Payment, terms: X402Terms, options: SettleOptions): Promise<Settlement> {
  await x402.chain.rpcs[0]?.requireChain();
  const attempt = settler.newAttempt(options.onBroadcast);
  const { payload, requirements } = requestOf(payment, terms);
  const said = await (await libraryFor(x402, settler, attempt)).settle(payload, requirements).catch(() => null);
  if (attempt.receipt) return settlementIn(attempt.receipt, payment, x402.chain);
  if (attempt.txHash) return { state: "pending", txHash: attempt.txHash };
  attempt.watch.requireAnswers();
  if (attempt.revert !== null) return { state: "failed", reason: refusalOfRevert(attempt.revert) };
  if (said === null || said.errorReason === undefined || attempt.isSendRefused) throw new ChainUnavailable("refused");
  return { state: "failed", reason: refusalOfCode(said.errorReason) };
}

async function settleThere(
  x402: X402,
  facilitator: FacilitatorClient,
  payment: Payment,
  terms: X402Terms,
  options: SettleOptions,
): Promise<Settlement> {
  const { payload, requirements } = requestOf(payment, terms);
  const request = { x402Version: payment.version, paymentPayload: payload, paymentRequirements: requirements };
  // Whether it was sent before the line went dead, only the chain knows.
  const said = await facilitator.settle(request).catch(() => null);
  if (!said) return { state: "pending", txHash: null };
  const txHash = /^0x[0-9a-fA-F]{64}$/.test(said.transaction ?? "") ? String(said.transaction).toLowerCase() : null;
  if (!said.success && said.errorReason !== "settlement_pending") {
    return { state: "failed", reason: refusalOfCode(said.errorReason ?? undefined) };
  }
  // Sent already, whatever becomes of the note.
  if (txHash) await options.onBroadcast?.(txHash).catch(() => undefined);
  const receipt = txHash && (await awaitReceipt(x402.chain, txHash, x402.wait));
  return receipt ? settlementIn(receipt, payment, x402.chain) : { state: "pending", txHash };
}

/** For a payment whose settling was cut off or is pending. Null while its authorization was not used. Throws ChainUnavailable. */
export async function resumeSettlement(x402: X402, payment: AuthorizedTransfer): Promise<Settlement | null> {
  const { latest } = await chainHead(x402.chain);
  return findSettlement(x402.chain, payment, latest.number, x402.wait);
}

/** Moves the money, once: an authorization that was used already gives the settlement that it made. Throws ChainUnavailable where nothing was sent. */
export async function settlePayment(x402: X402, payment: Payment, terms: X402Terms, options: SettleOptions): Promise<Settlement> {
  const { settler, facilitator, chain } = x402;
  const exclusively = options.exclusively ?? ((task) => task());
  const refusal = refusalOffline(payment, terms, chain, options.now, settler ? [settler.address] : []);
  if (refusal === "expired") return (await resumeSettlement(x402, payment)) ?? { state: "failed", reason: refusal };
  if (refusal) return { state: "failed", reason: refusal };
  const settlement = await exclusively(async (): Promise<Settlement> => {
    if (settler) return settleHere(x402, settler, payment, terms, options);
    return facilitator ? settleThere(x402, facilitator, payment, terms, options) : { state: "failed", reason: "refused" };
  });
  if (settlement.state !== "failed") return settlement;
  try {
    return (await resumeSettlement(x402, payment)) ?? settlement;
  } catch (error) {
    // That it failed may mean that it had settled before.
    if (error instanceof ChainUnavailable) return { state: "pending", txHash: null };
    throw error;
  }
}

/** For a payment that was noted and not seen: waits where its transaction is on its way, and looks. Null where that was lost or reverted: it must be sent again. Throws ChainUnavailable. */
export async function awaitSent(x402: X402, payment: AuthorizedTransfer, txHash: string): Promise<Settlement | null> {
  if (!(await isUnderWay(x402.chain, txHash))) return null;
  const receipt = await awaitReceipt(x402.chain, txHash, x402.wait);
  return (await resumeSettlement(x402, payment)) ?? (receipt ? null : { state: "pending", txHash });
}
