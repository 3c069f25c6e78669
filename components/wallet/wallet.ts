import type { Pairing } from "./offered/pairing";
import type { Address, Hash, Quote, WalletOption } from "@/lib/domain/money/purchase-flow/purchase-state";

export interface Connection {
  account: Address;
  chainId: number;
}

export interface Balances {
  usdc: bigint;
  bridged: bigint;
  ether: bigint;
  /** 0 for a contract wallet, whose gas somebody else may pay. */
  etherNeeded: bigint;
}

/** A transfer that was simulated: sending it needs no further question. */
export interface PreparedTransfer {
  send(): Promise<Hash>;
  /** Nonce of the account before the transfer. */
  nonce: number;
}

export type WalletFailure = "declined" | "busy" | "locked" | "failed";

export interface TransferWatch {
  mined(hash: Hash): void;
  reverted(hash: Hash): void;
  repriced(by: Hash): void;
  cancelled(by: Hash): void;
  replaced(by: Hash): void;
}

/** The buyer's wallet. It reads the chain too: no address of an RPC endpoint reaches the browser. */
export interface BuyerWallet {
  watchOptions(listener: (options: WalletOption[]) => void): () => void;
  connect(id: string, pairing: Pairing): Promise<Connection>;
  current(): Connection | null;
  watch(listener: (connection: Connection | null) => void): () => void;
  switchToBase(): Promise<void>;
  balances(account: Address, payTo: Address): Promise<Balances>;
  /** Throws `UnpayableError` where the transfer would fail. */
  prepare(account: Address, quote: Quote): Promise<PreparedTransfer>;
  /** Calls one of the handlers, unless the transaction is never seen. */
  follow(hash: Hash, handlers: TransferWatch, signal: AbortSignal): Promise<void>;
  knows(hash: Hash): Promise<boolean>;
  nonceOf(account: Address): Promise<number>;
  signText(account: Address, text: string): Promise<string>;
  signTransfer(account: Address, typedData: unknown): Promise<string>;
}

export class UnpayableError extends Error {}

interface CodedError {
  code?: unknown;
  cause?: unknown;
  data?: { originalError?: { code?: unknown } };
}

function codesOf(error: unknown): unknown[] {
  const codes: unknown[] = [];
  for (
    let at = error as CodedError | undefined;
    at && typeof at === "object" && codes.length < 20;
    at = at.cause as CodedError | undefined
  ) {
    codes.push(at.code, at.data?.originalError?.code);
  }
  return codes;
}

const DECLINED = 4001;
const BUSY = -32_002;
const NOT_AUTHORIZED = 4100;

/** What a wallet's error means, wherever in it the code stands. */
export function failureOf(error: unknown): WalletFailure {
  const codes = codesOf(error);
  if (codes.includes(DECLINED)) return "declined";
  if (codes.includes(BUSY)) return "busy";
  return codes.includes(NOT_AUTHORIZED) ? "locked" : "failed";
}

const LONGEST_MESSAGE = 160;

/** A wallet's own words, which viem keeps as details; cut, because they come from outside. */
export function messageOf(error: unknown): string {
  const { details, shortMessage, message } = error as { details?: unknown; shortMessage?: unknown; message?: unknown };
  const said = [details, shortMessage, message].find((words): words is string => typeof words === "string" && words !== "");
  const text = said ?? "It gave no reason.";
  return [...text.replace(/\s+/g, " ").trim()].slice(0, LONGEST_MESSAGE).join("");
}
