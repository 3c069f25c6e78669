import type {
  Address,
  Claim,
  CopyDifference,
  CopyName,
  Credit,
  Hash,
  Order,
  Payment,
  Refused,
  SigningRequest,
  WalletOption,
} from "./purchase-state";

/** What was read before anything is quoted. */
export interface CheckedFacts {
  differences: readonly CopyDifference[];
  missing: readonly CopyName[];
  matching: number;
  usdc: bigint;
  /** Bridged USDC (USDbC), which is another token. */
  bridged: bigint;
  ether: bigint;
  etherNeeded: bigint;
  /** The service submits an authorization for this amount itself. */
  canAuthorize: boolean;
}

/** What the buyer, the wallet, the chain and the service do. */
export type Event =
  | { type: "connect"; order: Order }
  | { type: "pay-by-hand"; order: Order }
  | { type: "name-transfer"; claim: Claim }
  | { type: "resume"; payment: Payment }
  | { type: "forget"; paymentId: string }
  | { type: "pause"; reason: string }
  | { type: "back" }
  | { type: "wallets"; wallets: readonly WalletOption[] }
  | { type: "choose"; walletId: string }
  | { type: "pairing"; uri: string }
  | { type: "connected"; account: Address; chainId: number }
  | { type: "not-connected"; reason: "declined" | "busy" | "locked" | "failed" }
  | { type: "slow" }
  | { type: "account"; account: Address }
  | { type: "network"; account: Address; chainId: number }
  | { type: "disconnected" }
  | { type: "switch" }
  | { type: "not-switched"; reason: "declined" | "cannot" }
  | { type: "checked"; facts: CheckedFacts }
  | { type: "check-failed"; what: string }
  | { type: "accept-copies" }
  | { type: "again" }
  | { type: "lower-amount" }
  | { type: "authorize" }
  | { type: "quoted"; payment: Payment }
  | { type: "quote-refused"; refused: Refused; kind: "retry" | "never" }
  | { type: "differs"; differences: readonly CopyDifference[] }
  | { type: "unpayable"; reason: string }
  | { type: "urgency"; urgency: "expiring" | "expired" }
  | { type: "elsewhere"; isElsewhere: boolean }
  | { type: "send" }
  | { type: "sent"; paymentId: string; hash: Hash }
  | { type: "authorized"; paymentId: string }
  | { type: "declined"; paymentId: string }
  | { type: "wallet-failed"; paymentId: string; message: string }
  | { type: "stop-waiting" }
  | { type: "mined"; hash: Hash }
  | { type: "reverted"; hash: Hash }
  | { type: "repriced"; by: Hash }
  | { type: "cancelled"; by: Hash }
  | { type: "replaced"; by: Hash | null }
  | { type: "dropped"; checkedAt: number }
  | { type: "check-payment" }
  | { type: "credited"; credit: Credit; hasToken: boolean }
  | { type: "not-confirmed"; confirmations: number | null; required: number | null }
  | { type: "no-answer"; refused: Refused }
  | { type: "must-sign"; request: SigningRequest }
  | { type: "sign-claim" }
  | { type: "signed-claim"; signature: string }
  | { type: "claim-declined" }
  | { type: "not-credited"; refused: Refused; contact: string | null }
  | { type: "done" };

export type EventType = Event["type"];
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>;
