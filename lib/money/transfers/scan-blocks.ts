import { inTransaction, type Db } from "@/db/client";
import { findCursor, saveCursor } from "@/db/queries/money/transfers/transfers";
import type { Chain } from "../chain/chain";
import { blockHashAt, type ChainHead } from "../chain/chain-head";
import { scanTransfers, type ScannedTransfer } from "../chain/scan-transfers";
import { observeTransfer } from "../base/observe-transfers";

/** Endpoints refuse wide ranges, and a run must end before the next one is due. */
const BOUNDS = { blocksPerRange: 1000, rangesPerRun: 20 };
/** A day of two-second blocks. */
const FIRST_BLOCKS = 43_200;
/** Rewind when a block was replaced although it had been reported as final. */
const DEEP_BLOCKS = 2000;

export interface BlockScan {
  db: Db;
  chain: Chain;
  head: ChainHead;
  /** True when a transfer was just withdrawn, so that the blocks that replaced its block are read again. */
  isRewound: boolean;
  signal: AbortSignal;
  now: Date;
  /** First block of the first scan; null for a day back. */
  startBlock?: number | null;
  bounds?: { blocksPerRange: number; rangesPerRun: number };
}

async function firstBlock({ db, chain, head, isRewound, startBlock }: BlockScan): Promise<number> {
  const cursor = await findCursor(db, chain.chainId);
  if (!cursor) return startBlock ?? Math.max(0, Number(head.latest.number) - FIRST_BLOCKS);
  const { blockNumber } = cursor;
  const finalized = Number(head.finalized.number);
  const hash = await blockHashAt(chain, BigInt(blockNumber));
  const isReplaced = hash !== null && hash !== cursor.blockHash;
  if (!isReplaced && !isRewound) return blockNumber + 1;
  return blockNumber > finalized ? finalized + 1 : Math.max(0, blockNumber - DEEP_BLOCKS);
}

const toSeenTransfer = ({ chainId }: Chain, { txHash, logIndex, from, units, blockNumber, blockHash, blockTime }: ScannedTransfer) => ({
  chainId,
  txHash,
  logIndex,
  sender: from,
  units,
  blockNumber: Number(blockNumber),
  blockHash,
  blockTime,
});

/** Reads new sealed blocks range by range. A range's transfers and the cursor are written in one transaction, so none is skipped. */
export async function scanBlocks(scan: BlockScan): Promise<{ blocks: number; transfers: number; behind: number }> {
  const { db, chain, head, signal, now, bounds: { blocksPerRange, rangesPerRun } = BOUNDS } = scan;
  const sealed = Number(head.latest.number) - 1;
  let next = await firstBlock(scan);
  const outcome = { blocks: 0, transfers: 0, behind: 0 };
  for (let range = 0; range < rangesPerRun && next <= sealed && !signal.aborted; range++) {
    const last = Math.min(next + blocksPerRange - 1, sealed);
    const { transfers, toBlockHash } = await scanTransfers(chain, BigInt(next), BigInt(last));
    await inTransaction(db, async (tx) => {
      for (const transfer of transfers) await observeTransfer(tx, toSeenTransfer(chain, transfer), now);
      await saveCursor(tx, chain.chainId, { blockNumber: last, blockHash: toBlockHash }, now);
    });
    outcome.blocks += last - next + 1;
    outcome.transfers += transfers.length;
    next = last + 1;
  }
  outcome.behind = Math.max(0, sealed - next + 1);
  return outcome;
}
