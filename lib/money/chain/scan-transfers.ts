import { agreed } from "./agreed";
import type { Chain } from "./chain";
import { blockAt, type BlockAt } from "./chain-head";
import { ChainUnavailable } from "./chain-unavailable";
import { logsBetween } from "./logs-between";
import type { Rpc } from "./rpc";
import type { Log } from "./rpc-schemas";
import { TRANSFER_TOPIC, topicOf, transfersIn, type Transfer } from "./transfers-in";

export interface ScannedTransfer extends Transfer {
  txHash: string;
  blockNumber: bigint;
  blockHash: string;
  blockTime: Date;
}

export interface Scan {
  /** Ordered by block, then by log index. */
  transfers: ScannedTransfer[];
  /** Hash of the last scanned block. A different hash at the same height later means a reorganisation. */
  toBlockHash: string;
}

async function requireBlockAt(rpc: Rpc, number: bigint): Promise<BlockAt> {
  const block = await blockAt(rpc, number);
  // The last block must exist first. A lagging endpoint answers eth_getLogs with the blocks it has, and no error.
  if (!block) throw new ChainUnavailable("moved");
  return block;
}

function positionOf(log: Log): { txHash: string; blockNumber: bigint; blockHash: string } {
  const { transactionHash, blockNumber, blockHash } = log;
  if (transactionHash === null || blockNumber === null || blockHash === null) throw new ChainUnavailable("moved");
  return { txHash: transactionHash, blockNumber, blockHash };
}

async function blocksOf(rpc: Rpc, numbers: ReadonlySet<bigint>): Promise<Map<bigint, BlockAt>> {
  const blocks = new Map<bigint, BlockAt>();
  for (const number of numbers) blocks.set(number, await requireBlockAt(rpc, number));
  return blocks;
}

async function scanOne(rpc: Rpc, chain: Chain, fromBlock: bigint, toBlock: bigint): Promise<Scan> {
  const last = await requireBlockAt(rpc, toBlock);
  const logs = await logsBetween(rpc, { address: chain.usdc, topics: [TRANSFER_TOPIC, null, topicOf(chain.payTo)] }, fromBlock, toBlock);
  const found = logs.flatMap((log) => transfersIn([log], chain).map((transfer) => ({ ...transfer, ...positionOf(log) })));
  const blocks = await blocksOf(rpc, new Set(found.map(({ blockNumber }) => blockNumber)));
  const transfers = found.map((transfer) => {
    const block = blocks.get(transfer.blockNumber);
    if (!block || block.hash !== transfer.blockHash || block.number < fromBlock || block.number > toBlock) {
      throw new ChainUnavailable("moved");
    }
    return { ...transfer, blockTime: block.time };
  });
  if ((await requireBlockAt(rpc, toBlock)).hash !== last.hash) throw new ChainUnavailable("moved");
  transfers.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  return { transfers, toBlockHash: last.hash };
}

/** Every transfer to us in these blocks (inclusive), as all endpoints agree. Throws ChainUnavailable rather than miss one. */
export async function scanTransfers(chain: Chain, fromBlock: bigint, toBlock: bigint): Promise<Scan> {
  if (fromBlock < 0n || toBlock < fromBlock) throw new RangeError("a scan goes from a block to itself or a later one");
  return agreed(chain, (rpc) => scanOne(rpc, chain, fromBlock, toBlock));
}
