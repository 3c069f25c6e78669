import { setTimeout as delay } from "node:timers/promises";
import { askAll, fingerprint } from "./agreed";
import type { Chain } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import { gweiOf } from "./gas";
import { findAuthorization } from "./find-authorization";
import type { Refusal } from "./refusal";
import { Quantity, Receipt, Transaction } from "./rpc-schemas";
import { topicOf, transfersIn, USED_TOPIC } from "./transfers-in";

export type Settlement =
  | {
      state: "settled";
      txHash: string;
      blockNumber: bigint;
      blockHash: string;
      logIndex: number;
      payer: string;
      units: bigint;
      gasWei: bigint | null;
    }
  /** Possibly sent and not yet seen: it may settle until it expires. `txHash` is null when the transaction is unknown. */
  | { state: "pending"; txHash: string | null }
  /** Nothing moved, and nothing can move by this attempt any more. */
  | { state: "failed"; reason: Refusal; /** What our transaction cost although it failed. */ gasWei?: bigint | null };

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

const outcomeFingerprint = (receipt: Receipt | null | undefined, chain: Chain): string | null =>
  receipt ? fingerprint([receipt.transactionHash, receipt.status, receipt.blockHash, transfersIn(receipt.logs, chain)]) : null;

/** Polls until all endpoints return the same mined receipt; null on timeout. */
export async function awaitReceipt(chain: Chain, txHash: string, { timeoutMs, pollMs }: Wait): Promise<MinedReceipt | null> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const [first, ...others] = await askAll(chain, (rpc) => rpc.ask("eth_getTransactionReceipt", [txHash], Receipt.nullable())).catch(
      () => [null],
    );
    const agreed = outcomeFingerprint(first, chain);
    if (isMined(first) && others.every((other) => outcomeFingerprint(other, chain) === agreed)) return first;
    if (performance.now() >= until) return null;
    await delay(pollMs);
  }
}

/**
 * Whether the first endpoint, which we send to, has mined the transaction or still can. False for an unknown (lost)
 * transaction, and for one behind a nonce gap, which would wait for ever.
 */
export async function isUnderWay(chain: Chain, txHash: string): Promise<boolean> {
  const [rpc] = chain.rpcs;
  const transaction = await rpc?.ask("eth_getTransactionByHash", [txHash], Transaction.nullable());
  if (!rpc || !transaction) return false;
  return (await rpc.ask("eth_getTransactionCount", [transaction.from, "pending"], Quantity)) > transaction.nonce;
}

/** What the transaction cost its sender; null where the endpoint does not say. */
function gasWeiOf({ gasUsed, effectiveGasPrice, l1Fee }: MinedReceipt): bigint | null {
  return gasUsed === undefined || effectiveGasPrice === undefined ? null : gasUsed * effectiveGasPrice + (l1Fee ?? 0n);
}

/**
 * Cost of our own transaction in whole gwei, by its receipt. It is 0 where nothing was sent, null
 * while it is not known.
 */
export async function costOfSent(chain: Chain, sentHash: string | null, settlement: Settlement | null): Promise<number | null> {
  if (sentHash === null) return 0;
  const ownGas =
    settlement?.state === "failed" || (settlement?.state === "settled" && settlement.txHash === sentHash) ? settlement.gasWei : null;
  if (ownGas != null) return gweiOf(ownGas);
  const receipt = await askAll(chain, (rpc) => rpc.ask("eth_getTransactionReceipt", [sentHash], Receipt.nullable())).then(
    ([first]) => first,
    () => null,
  );
  const gasWei = isMined(receipt) ? gasWeiOf(receipt) : null;
  return gasWei === null ? null : gweiOf(gasWei);
}

/** The transfer of this authorization. It is the first after its AuthorizationUsed log, as a batch may hold several. */
export function settlementIn(receipt: MinedReceipt, payment: AuthorizedTransfer, chain: Chain): Settlement {
  const usedLog = receipt.logs.find(
    (log) =>
      log.address === chain.usdc &&
      log.topics[0] === USED_TOPIC &&
      log.topics[1] === topicOf(payment.payer) &&
      log.topics[2] === payment.nonce,
  );
  const usedLogIndex = usedLog?.logIndex ?? null;
  const failed: Settlement = { state: "failed", reason: "transfer_failed", gasWei: gasWeiOf(receipt) };
  if (receipt.status !== "0x1" || usedLogIndex === null) return failed;
  const transfer = transfersIn(receipt.logs, chain).find(
    ({ logIndex, from, units }) => BigInt(logIndex) > usedLogIndex && from === payment.payer && units === payment.value,
  );
  if (!transfer) return failed;
  const { transactionHash, blockNumber, blockHash } = receipt;
  return {
    state: "settled",
    txHash: transactionHash,
    blockNumber,
    blockHash,
    logIndex: transfer.logIndex,
    payer: payment.payer,
    units: transfer.units,
    gasWei: gasWeiOf(receipt),
  };
}

/** A little over a day of Base's two-second blocks, which covers the day that stored answers are kept. */
const LOOK_BACK_BLOCKS = 45_000n;

/** Looks up an interrupted settlement: a used authorization has settled, whoever sent it. Null while it is unused. Throws ChainUnavailable. */
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
