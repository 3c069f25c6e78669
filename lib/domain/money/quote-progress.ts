import { confirmationsOf, isConfirmed } from "./confirmations";
import { graceEnd, quoteMisfit, type QuotedPayment, type ReceivedPayment } from "./quote";

export interface SeenPayment extends ReceivedPayment {
  txHash: string;
  blockNumber: number;
  /** Bought credits or paid a call before. */
  isClaimed: boolean;
  /** Pays another quote, whose exact amount it is. */
  isQuoted: boolean;
}

export type QuoteProgress =
  /**
   * Enough is known to judge this transaction. It pays the quote, or misses it in a way that the payer's
   * signature mends.
   */
  | { state: "found"; txHash: string }
  | { state: "confirming"; payment: SeenPayment; confirmations: number; required: number | null }
  | { state: "underpaid" | "overpaid"; payment: SeenPayment }
  | { state: "waiting" }
  /** The time in which a payment is recognised is over. */
  | { state: "over" };

export interface ScannedChain {
  /** Newest block that was scanned, which has a block on top; null before the first scan. */
  scannedTo: number | null;
}

const depthOf = (payment: SeenPayment, { scannedTo }: ScannedChain) => ({
  latest: BigInt((scannedTo ?? payment.blockNumber) + 1),
  safe: null,
  ofBlock: BigInt(payment.blockNumber),
});

function fitting(payment: SeenPayment, requestedUnits: bigint, chain: ScannedChain): QuoteProgress {
  const { ofBlock, ...heads } = depthOf(payment, chain);
  const { confirmations, required } = confirmationsOf(ofBlock, requestedUnits, heads);
  // Without a number of blocks the chain itself must be asked how deep the payment is.
  const isToJudge = payment.isClaimed || required === null || isConfirmed(ofBlock, requestedUnits, heads);
  return isToJudge ? { state: "found", txHash: payment.txHash } : { state: "confirming", payment, confirmations, required };
}

/** What the transfers seen so far say about an open quote. They are those of its exact amount, and those of its `senderWallet`. */
export function quoteProgress(
  quote: QuotedPayment & { requestedUnits: bigint },
  seen: readonly SeenPayment[],
  chain: ScannedChain,
  now: Date,
): QuoteProgress {
  const judged = seen.map((payment) => ({ payment, misfit: quoteMisfit(quote, payment) }));
  const fits = judged.flatMap(({ payment, misfit }) => (misfit === null ? [payment] : []));
  const fit = fits.find(({ isClaimed }) => !isClaimed) ?? fits[0];
  if (fit) return fitting(fit, quote.requestedUnits, chain);
  const missed = judged.filter(({ payment: { isClaimed, isQuoted } }) => !isClaimed && !isQuoted);
  const ofOther = missed.find(({ misfit }) => misfit === "sender_mismatch" || misfit === "quote_expired");
  if (ofOther) return { state: "found", txHash: ofOther.payment.txHash };
  const other = missed.findLast(({ payment, misfit }) => misfit === "amount_differs" && payment.sender === quote.senderWallet);
  if (other) return { state: other.payment.units < quote.units ? "underpaid" : "overpaid", payment: other.payment };
  return { state: now > graceEnd(quote.expiresAt) ? "over" : "waiting" };
}
