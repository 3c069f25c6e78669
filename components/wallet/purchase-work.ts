import type { Event } from "@/lib/domain/money/purchase-flow/purchase-events";
import type { Flow, StateOf, Step } from "@/lib/domain/money/purchase-flow/purchase-state";
import type { OfferedWallets } from "@/lib/domain/money/offered-wallets";
import type { ConfirmInSession } from "./ask-for-credit";
import type { Offer } from "./ask-for-quote";
import type { BuyerWallet, PreparedTransfer } from "./wallet";

/** What is checked before a quote is asked for, in this order. */
export const CHECKS = ["network", "address", "balance", "fee"] as const;
export type CheckName = (typeof CHECKS)[number];

/** The purchase as the work of its states sees it. */
export interface Run {
  readonly flow: Flow;
  readonly inSession: ConfirmInSession | null;
  readonly offered: OfferedWallets;
  readonly wallet: BuyerWallet | null;
  /** Nonce of the account before the transfer that was sent last. */
  readonly sentNonce: number | null;
  token: string | null;
  offer: Offer | null;
  prepared: PreparedTransfer | null;
  /** Where the address to pay was read and found to be the same. */
  copies: readonly string[];
  now(): number;
  /** The idempotency key of a quote: the same until its answer has come. */
  quoteKey(wish: string): string;
  forgetQuoteKey(): void;
  dispatch(event: Event): void;
  useWallet(wallet: BuyerWallet): void;
  notePassed(passed: readonly CheckName[]): void;
}

export type Dispatch = (event: Event) => void;

export type Work<Name extends Step = Step> = (
  run: Run,
  dispatch: Dispatch,
  signal: AbortSignal,
  state: StateOf<Name>,
) => Promise<void> | void;
