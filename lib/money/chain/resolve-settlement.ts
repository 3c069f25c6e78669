import { chainHead } from "./chain-head";
import { refusalOffline } from "./check-payment";
import type { Payment } from "./parse-payment";
import { awaitSent, resumeSettlement, settlePayment, type SettleOptions } from "./settle-payment";
import type { AuthorizedTransfer, Settlement } from "./settlement";
import type { X402 } from "./x402";
import type { X402Terms } from "./x402-terms";

export interface NotedSending {
  transfer: AuthorizedTransfer;
  validBefore: Date;
  /** Hash that was noted before the transaction was sent; null when none was. */
  txHash: string | null;
}

/**
 * Finishes an interrupted settlement: looks it up, waits for a sent transaction, or sends it again.
 * The nonce makes that safe. Never reports `failed` while the chain could still accept the payment.
 * Throws ChainUnavailable.
 */
export async function resolveSettlement(
  x402: X402,
  { payment, terms, options }: { payment: Payment; terms: X402Terms; options: SettleOptions },
  { transfer, validBefore, txHash }: NotedSending,
): Promise<Settlement> {
  const { latest } = await chainHead(x402.chain);
  const settlement = await resumeSettlement(x402, transfer);
  if (settlement) return settlement;
  if (latest.time >= validBefore) return { state: "failed", reason: "expired" };
  const pending: Settlement = { state: "pending", txHash };
  if (refusalOffline(payment, terms, x402.chain, new Date(), []) === "expired") return pending;
  const sent = txHash === null ? null : await awaitSent(x402, transfer, txHash);
  if (sent) return sent;
  const again = await settlePayment(x402, payment, terms, options);
  const mayBeSent = txHash !== null || x402.facilitator !== null;
  return again.state === "failed" && mayBeSent ? pending : again;
}
