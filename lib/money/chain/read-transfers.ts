import { confirmationsNeeded } from "@/lib/domain/money/confirmations";
import { z } from "zod";
import { askAll, fingerprint } from "./agreed";
import type { Chain } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import type { Rpc } from "./rpc";
import { Block, Quantity, Receipt } from "./rpc-schemas";
import { authorizationsIn, transfersIn, type Transfer, type UsedAuthorization } from "./transfers-in";

interface SealedTransaction {
  state: "mined" | "failed";
  blockNumber: bigint;
  blockHash: string;
  blockTime: Date;
  head: bigint;
  safe: bigint | null;
  transfers: Transfer[];
  /** All signed transfers (EIP-3009) that the transaction executed, whether they pay us or not. */
  authorizations: UsedAuthorization[];
}

/** `pending` includes unknown, pre-confirmed and reorganised-away transactions. */
export type TransactionReading = { state: "pending" } | SealedTransaction;

interface PendingTransaction {
  state: "pending";
  head: bigint;
}

const totalOf = (transfers: readonly Transfer[]): bigint => transfers.reduce((sum, { units }) => sum + units, 0n);
const blockOf = (rpc: Rpc, tag: string): Promise<Block | null> => rpc.ask("eth_getBlockByNumber", [tag, false], Block.nullable());

async function readOne(rpc: Rpc, chain: Chain, hash: string): Promise<PendingTransaction | SealedTransaction> {
  const receipt = await rpc.ask("eth_getTransactionReceipt", [hash], Receipt.nullable());
  if (receipt && receipt.transactionHash !== hash) throw new ChainUnavailable("malformed");
  if (!receipt || receipt.blockNumber === null || receipt.blockHash === null) {
    return { state: "pending", head: await rpc.ask("eth_blockNumber", [], Quantity) };
  }
  const { blockNumber, blockHash, logs, status } = receipt;
  const ownLogs = logs.filter((log) => log.transactionHash === hash && log.blockHash === blockHash);
  const transfers = status === "0x1" ? transfersIn(ownLogs, chain) : [];
  const needsSafe = "tag" in confirmationsNeeded(totalOf(transfers));
  const [block, head, safe] = await Promise.all([
    blockOf(rpc, `0x${blockNumber.toString(16)}`),
    rpc.ask("eth_blockNumber", [], Quantity),
    needsSafe ? blockOf(rpc, "safe") : null,
  ]);
  if (!block || block.number !== blockNumber || block.hash !== blockHash || head <= blockNumber) return { state: "pending", head };
  const blockTime = new Date(Number(block.timestamp) * 1000);
  return {
    state: status === "0x1" ? "mined" : "failed",
    blockNumber,
    blockHash,
    blockTime,
    head,
    safe: safe?.number ?? null,
    transfers,
    authorizations: authorizationsIn(ownLogs, chain),
  };
}

const lower = <Value extends bigint | null>(a: Value, b: Value): Value => (a === null || b === null ? (null as Value) : a < b ? a : b);

/** An endpoint that has not reached the block yet is lagging, which is not a contradiction. */
function reconcile(
  one: PendingTransaction | SealedTransaction,
  other: PendingTransaction | SealedTransaction,
): PendingTransaction | SealedTransaction {
  if (one.state === "pending" && other.state === "pending") return one;
  if (one.state === "pending" || other.state === "pending") {
    const [lagging, sealed] = one.state === "pending" ? [one, other as SealedTransaction] : [other, one];
    if (lagging.head > sealed.blockNumber) throw new ChainUnavailable("disagreement");
    return { state: "pending", head: lagging.head };
  }
  const facts = ({ head: _head, safe: _safe, ...rest }: SealedTransaction) => fingerprint(rest);
  if (facts(one) !== facts(other)) throw new ChainUnavailable("disagreement");
  return { ...one, head: lower(one.head, other.head), safe: lower(one.safe, other.safe) };
}

const Hash = z.string().regex(/^0x[0-9a-f]{64}$/);

/** The transaction's transfers to us, as all endpoints agree. Throws ChainUnavailable when they do not. */
export async function readTransfers(chain: Chain, txHash: string): Promise<TransactionReading> {
  const hash = Hash.parse(txHash.toLowerCase());
  const [first, ...others] = await askAll(chain, (rpc) => readOne(rpc, chain, hash));
  const reading = others.reduce(reconcile, first);
  return reading.state === "pending" ? { state: "pending" } : reading;
}
