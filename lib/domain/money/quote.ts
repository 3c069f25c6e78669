import { DAY_SECONDS } from "../basics/time";

/** How long an offer stands, and how long after it a payment still counts: 30 minutes and a day. */
export const QUOTE_SECONDS = 1800;
export const GRACE_SECONDS = DAY_SECONDS;
/** Unpaid amounts that one caller keeps from others, each until its quote's grace is over. */
export const MOST_RESERVED_AMOUNTS = 20;
/** What is asked for is whole cents, and what is to be sent lies between two: no quote has an amount that somebody might send of himself. */
export const UNITS_PER_CENT = 10_000n;
/** Added to a cent so that the amount is nobody else's. */
export const MOST_EXTRA_UNITS = 9999;
/** With so many of its amounts reserved a cent is crowded, and another cent's amounts are given, too. */
export const CROWDED_AMOUNTS = 3333;

export interface QuotedPayment {
  units: bigint;
  senderWallet: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface ReceivedPayment {
  sender: string;
  units: bigint;
  blockTime: Date;
}

export type QuoteMisfit = "amount_differs" | "sender_mismatch" | "mined_before_quote" | "quote_expired";

export const graceEnds = (expiresAt: Date): Date => new Date(expiresAt.getTime() + GRACE_SECONDS * 1000);

/** By so much the chain's clock may be behind ours; blocks tell the time in whole seconds. */
const CLOCK_SECONDS = 1;

/** The earliest block time that a payment of a quote can have. */
const firstBlockTime = (createdAt: Date): Date => new Date((Math.floor(createdAt.getTime() / 1000) - CLOCK_SECONDS) * 1000);

/** Null: this payment is what was offered. A quote younger than the block binds nothing: its maker may have seen the payment. */
export function quoteMisfit(quote: QuotedPayment, { units, sender, blockTime }: ReceivedPayment): QuoteMisfit | null {
  if (units !== quote.units) return "amount_differs";
  if (quote.senderWallet !== null && quote.senderWallet !== sender) return "sender_mismatch";
  if (blockTime < firstBlockTime(quote.createdAt)) return "mined_before_quote";
  return blockTime > graceEnds(quote.expiresAt) ? "quote_expired" : null;
}
