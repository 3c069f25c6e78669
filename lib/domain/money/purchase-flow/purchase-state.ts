export type Address = `0x${string}`;
export type Hash = `0x${string}`;

/** What a purchase leads to: a new token, or credits for the account that is signed in. */
export type Goal = "token" | "top-up";
/** A transfer by the wallet, an authorization that the service submits, or a payment from elsewhere. */
export type Method = "transfer" | "authorization" | "by-hand";

export interface Order {
  /** Whole cents, in base units. */
  units: bigint;
  goal: Goal;
}

/** The service's offer: exactly this amount, for these credits. */
export interface Quote {
  /** Secret, since its holder collects the credits. */
  memo: string;
  units: bigint;
  credits: number;
  payTo: Address;
  contract: Address;
  chainId: number;
  /** Milliseconds since 1970, by the service's clock. */
  expiresAt: number;
  sender: Address | null;
  /** The payment as wallets read it from a QR code (EIP-681); null where the service gave none. */
  uri: string | null;
}

export interface Payment {
  id: string;
  quote: Quote;
  goal: Goal;
  method: Method;
  hash: Hash | null;
  madeAt: number;
}

/** A payment that the payer names by its transaction. Its quote, if any, is known to the service alone. */
export interface NamedTransfer {
  id: string;
  quote: null;
  memo: string | null;
  goal: Goal;
  hash: Hash;
}

export type Claim = Payment | NamedTransfer;

export interface WalletOption {
  id: string;
  name: string;
  icon: string | null;
  /** True for a wallet in this browser, false for one that the service offers besides. */
  isInstalled: boolean;
}

/** Where the address to pay is published. */
export type CopyName = "payment/info" | "llms.txt" | "this build" | "the quote";

export interface CopyDifference {
  what: "address" | "contract" | "network" | "decimals";
  expected: string;
  found: string;
  at: CopyName;
}

export interface SigningRequest {
  message: string;
  /** The payment that the text is about. */
  hash: Hash | null;
  why: "late" | "early" | "other-sender" | "other-amount" | "paid-already" | "memo-used" | "no-memo" | "other-signer";
}

type Urgency = "fresh" | "expiring" | "expired";
type RefusalKind = "retry" | "never";

/** The text that the service gave, and how long it asks to wait. */
export interface Refused {
  code: string;
  message: string;
  retryAfterSeconds: number | null;
}

export interface Credit {
  credits: number;
  balance: number | null;
  units: bigint;
  hash: Hash | null;
  note: string;
}

/** Blocks on top of the payment's, and how many there must be; null where the service has not said. */
interface Depth {
  confirmations: number | null;
  required: number | null;
}

/** What the buyer sees; each has at most one primary action. */
export type State =
  | { step: "editing" }
  | { step: "paused"; reason: string }
  | { step: "choosing"; wallets: readonly WalletOption[] | null }
  | {
      step: "connecting";
      walletId: string;
      isSlow: boolean;
      /** For a wallet on a phone: the text of the QR code that it scans. */
      pairing: string | null;
    }
  | { step: "unconnected"; walletId: string; reason: "declined" | "busy" | "locked" | "failed" }
  | {
      step: "wrong-network";
      account: Address;
      chainId: number;
      isSwitching: boolean;
      note: "declined" | "cannot" | null;
    }
  | { step: "checking"; account: Address; accepted: readonly CopyName[] }
  | { step: "check-failed"; account: Address; what: string }
  | { step: "address-differs"; differences: readonly CopyDifference[] }
  | { step: "address-unchecked"; account: Address; missing: readonly CopyName[]; matching: number }
  | { step: "too-little-usdc"; account: Address; balance: bigint; needed: bigint; bridged: bigint }
  | { step: "no-gas"; account: Address; balance: bigint; needed: bigint; canAuthorize: boolean }
  | { step: "quoting"; account: Address | null; method: Method }
  | { step: "quote-refused"; account: Address | null; method: Method; refused: Refused; kind: RefusalKind }
  | { step: "unpayable"; account: Address; reason: string }
  | { step: "review"; payment: Payment; account: Address; urgency: Urgency; isElsewhere: boolean }
  | { step: "account-changed"; payment: Payment; account: Address }
  | { step: "signing"; payment: Payment; isSlow: boolean; changed: "account" | "network" | null }
  | { step: "declined"; payment: Payment; account: Address }
  | { step: "unsure"; payment: Payment; message: string | null }
  | { step: "pending"; payment: Payment; hash: Hash; isSlow: boolean; isRepriced: boolean }
  | { step: "dropped"; payment: Payment; hash: Hash; checkedAt: number }
  | { step: "cancelled"; payment: Payment; by: Hash }
  | { step: "replaced"; payment: Payment; by: Hash | null }
  | { step: "reverted"; payment: Payment; hash: Hash }
  | ({ step: "awaiting"; payment: Payment } & Depth)
  | ({ step: "confirming"; claim: Claim; signature: string | null } & Depth)
  | { step: "stalled"; claim: Claim; signature: string | null; refused: Refused }
  | { step: "must-sign"; claim: Claim; request: SigningRequest; isDeclined: boolean }
  | { step: "signing-claim"; claim: Claim; request: SigningRequest }
  | { step: "not-credited"; claim: Claim; refused: Refused; contact: string | null }
  | { step: "credited"; claim: Claim; credit: Credit; hasToken: boolean };

export type Step = State["step"];
export type StateOf<Name extends Step> = Extract<State, { step: Name }>;

export interface Flow {
  order: Order;
  state: State;
  /** Payments that may have been made and are not the one at hand. */
  unfinished: readonly Payment[];
}

/** The payment that a state is about; null where there is none, or where its quote is not known here. */
export function paymentOf(state: State): Payment | null {
  if ("payment" in state) return state.payment;
  if ("claim" in state && state.claim.quote !== null) return state.claim;
  return null;
}

const NOTHING_PAID: ReadonlySet<Step> = new Set(["review", "account-changed", "declined", "cancelled", "reverted"]);

/** The payment of a state in which money may be on its way that is not credited yet. */
export function paymentAtRisk(state: State): Payment | null {
  if (NOTHING_PAID.has(state.step) || state.step === "credited") return null;
  return paymentOf(state);
}
