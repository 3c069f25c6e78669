import { DAY_SECONDS } from "../basics/time";

/** An offer is valid for 30 minutes; a payment mined within a day after its expiry still counts. */
export const QUOTE_SECONDS = 1800;
export const GRACE_SECONDS = DAY_SECONDS;
export const MAX_RESERVED_AMOUNTS = 20;
/** Requested amounts are whole cents and quoted amounts lie between two cents. Nobody sends a quoted amount by chance. */
export const UNITS_PER_CENT = 10_000n;
export const MAX_EXTRA_UNITS = 9999;
/** With this many amounts reserved a cent is crowded, and amounts of another cent are offered as well. */
export const CROWDED_AMOUNTS = 3333;

export interface QuotedPayment {
  /** The exact amount to send; above what was asked for by less than the buyer would notice. */
  units: bigint;
  senderWallet: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface OpenQuote extends QuotedPayment {
  requestedUnits: bigint;
  status: "open" | "credited";
}

export interface ReceivedPayment {
  sender: string;
  units: bigint;
  blockTime: Date;
}

export type QuoteMisfit = "amount_differs" | "sender_mismatch" | "mined_before_quote" | "quote_expired";

export const graceEnd = (expiresAt: Date): Date => new Date(expiresAt.getTime() + GRACE_SECONDS * 1000);

/** Tolerated lag of the chain's clock; block times are whole seconds. */
const CLOCK_SECONDS = 1;

/** Earliest block time of a payment that was made for a quote of this time. */
export const firstBlockTime = (createdAt: Date): Date => new Date((Math.floor(createdAt.getTime() / 1000) - CLOCK_SECONDS) * 1000);

/** Null when the payment fits the quote. A quote younger than the block never fits, because its maker may have seen the payment. */
export function quoteMisfit(quote: QuotedPayment, { units, sender, blockTime }: ReceivedPayment): QuoteMisfit | null {
  if (units !== quote.units) return "amount_differs";
  if (quote.senderWallet !== null && quote.senderWallet !== sender) return "sender_mismatch";
  if (blockTime < firstBlockTime(quote.createdAt)) return "mined_before_quote";
  return blockTime > graceEnd(quote.expiresAt) ? "quote_expired" : null;
}

/** Finds the transfer that pays an open quote exactly: the first that fits. */
export function payingTransfer<Received extends ReceivedPayment>(quote: OpenQuote | null, transfers: readonly Received[]): Received | null {
  if (quote?.status !== "open") return null;
  return transfers.find((transfer) => quoteMisfit(quote, transfer) === null) ?? null;
}
