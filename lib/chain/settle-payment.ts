import { chainHead } from "./chain-head";
import { ChainUnavailable } from "./chain-unavailable";
import { refusalOffline } from "./check-payment";
import type { FacilitatorClient } from "./facilitator-client";
import type { Payment } from "./parse-payment";
import { refusalOfCode, refusalOfRevert } from "./refusal";
import { awaitReceipt, findSettlement, settlementIn, type AuthorizedTransfer, type Settlement } from "./settlement";
import type { Settler } from "./settler";
import { libraryFor, requestOf, type X402 } from "./x402";
import type { X402Terms } from "./x402-terms";

export interface SettleOptions {
  now: Date;
  /** Where several processes send from one key, one of them settles at a time. */
  exclusively?: <Value>(task: () => Promise<Value>) => Promise<Value>;
  /** Keeps the transaction's hash before it is sent: what a crash leaves can then be found again. */
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

async function settleThere(x402: X402, facilitator: FacilitatorClient, payment: Payment, terms: X402Terms): Promise<Settlement> {
  const { payload, requirements } = requestOf(payment, terms);
  const request = { x402Version: payment.version, paymentPayload: payload, paymentRequirements: requirements };
  // Whether it was sent before the line went dead, only the chain knows.
  const said = await facilitator.settle(request).catch(() => null);
  if (!said) return { state: "pending", txHash: null };
  const txHash = /^0x[0-9a-fA-F]{64}$/.test(said.transaction ?? "") ? String(said.transaction).toLowerCase() : null;
  if (!said.success && said.errorReason !== "settlement_pending") return { state: "failed", reason: refusalOfCode(said.errorReason ?? undefined) };
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
    return facilitator ? settleThere(x402, facilitator, payment, terms) : { state: "failed", reason: "refused" };
  });
  if (settlement.state !== "failed") return settlement;
  return (await resumeSettlement(x402, payment)) ?? settlement;
}
