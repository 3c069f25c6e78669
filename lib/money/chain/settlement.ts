import { setTimeout as delay } from "node:timers/promises";
import { askAll, fingerprint } from "./agreed";
import type { Chain } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import { findAuthorization } from "./find-authorization";
import type { Refusal } from "./refusal";
import { Quantity, Receipt, Transaction } from "./rpc-schemas";
import { topicOf, transfersIn, USED_TOPIC } from "./transfers-in";

/** What became of a signed transfer. */
export type Settlement =
  | { state: "settled"; txHash: string; blockNumber: bigint; blockHash: string; logIndex: number; payer: string; units: bigint }
  /** Sent, or perhaps sent, and not yet seen: it may settle at any time until it expires. Without a hash nobody knows which transaction. */
  | { state: "pending"; txHash: string | null }
  /** Nothing moved, and this attempt will move nothing. */
  | { state: "failed"; reason: Refusal };

/** What identifies a signed transfer on the chain. */
export interface AuthorizedTransfer {
  payer: string;
  nonce: string;
  value: bigint;
}

export interface Wait {
  timeoutMs: number;
  pollMs: number;
}

type MinedReceipt = Receipt & { blockNumber: bigint; blockHash: string };

const isMined = (receipt: Receipt | null | undefined): receipt is MinedReceipt =>
  receipt != null && receipt.blockNumber !== null && receipt.blockHash !== null;

const said = (receipt: Receipt, chain: Chain): string =>
  fingerprint([receipt.transactionHash, receipt.status, receipt.blockHash, transfersIn(receipt.logs, chain)]);

/** The receipt that every endpoint gives alike, as soon as they do; null when they do not in time. */
export async function awaitReceipt(chain: Chain, txHash: string, { timeoutMs, pollMs }: Wait): Promise<MinedReceipt | null> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const [first, ...others] = await askAll(chain, (rpc) => rpc.ask("eth_getTransactionReceipt", [txHash], Receipt.nullable())).catch(
      () => [null],
    );
    if (isMined(first) && others.every((other) => other !== null && said(other, chain) === said(first, chain))) return first;
    if (performance.now() >= until) return null;
    await delay(pollMs);
  }
}

/**
 * Whether the chain's first endpoint, which ours are sent to, will mine a transaction or has: one that nobody knows was lost,
 * and one whose sender's earlier transaction was lost waits for ever.
 */
export async function isUnderWay(chain: Chain, txHash: string): Promise<boolean> {
  const [rpc] = chain.rpcs;
  const known = await rpc?.ask("eth_getTransactionByHash", [txHash], Transaction.nullable());
  if (!rpc || !known) return false;
  return (await rpc.ask("eth_getTransactionCount", [known.from, "pending"], Quantity)) > known.nonce;
}

/** The transfer that this authorization made: the first one after its mark, since a batch may hold several. */
export function settlementIn(receipt: MinedReceipt, payment: AuthorizedTransfer, chain: Chain): Settlement {
  const mark = receipt.logs.find(
    (log) =>
      log.address === chain.usdc &&
      log.topics[0] === USED_TOPIC &&
      log.topics[1] === topicOf(payment.payer) &&
      log.topics[2] === payment.nonce,
  );
  const markIndex = mark?.logIndex ?? null;
  if (receipt.status !== "0x1" || markIndex === null) return { state: "failed", reason: "transfer_failed" };
  const transfer = transfersIn(receipt.logs, chain).find(
    ({ logIndex, from, units }) => BigInt(logIndex) > markIndex && from === payment.payer && units === payment.value,
  );
  if (!transfer) return { state: "failed", reason: "transfer_failed" };
  const { transactionHash, blockNumber, blockHash } = receipt;
  return {
    state: "settled",
    txHash: transactionHash,
    blockNumber,
    blockHash,
    logIndex: transfer.logIndex,
    payer: payment.payer,
    units: transfer.units,
  };
}

/** A little over a day of Base: stored answers are kept as long. */
const LOOK_BACK_BLOCKS = 45_000n;

/** For a payment whose settling was cut off: where its authorization was used, and by whomever, it has settled. Null while it was not. Throws ChainUnavailable. */
export async function findSettlement(chain: Chain, payment: AuthorizedTransfer, latest: bigint, wait: Wait): Promise<Settlement | null> {
  const fromBlock = latest > LOOK_BACK_BLOCKS ? latest - LOOK_BACK_BLOCKS : 0n;
  const authorization = await findAuthorization(chain, payment.payer, payment.nonce, fromBlock);
  if (!authorization.isUsed) return null;
  if (authorization.txHash === null) return { state: "failed", reason: "authorization_used" };
  const receipt = await awaitReceipt(chain, authorization.txHash, wait);
  if (!receipt) throw new ChainUnavailable("moved");
  const settlement = settlementIn(receipt, payment, chain);
  return settlement.state === "failed" ? { state: "failed", reason: "authorization_used" } : settlement;
}
