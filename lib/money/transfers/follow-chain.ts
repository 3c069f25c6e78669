import type { Db } from "@/db/client";
import { chainHead } from "../chain/chain-head";
import type { Chain } from "../chain/chain";
import type { Screener } from "../chain/screener";
import { creditPayable } from "./credit-payable";
import { recheckTransfers } from "./recheck-transfers";
import { scanBlocks, type BlockScan } from "./scan-blocks";

export interface TransferRun {
  db: Db;
  chain: Chain;
  screener: Screener;
  /** False while sales are stopped: payments are still booked, and credited when sales resume. */
  isSelling: boolean;
  signal: AbortSignal;
  now: Date;
  startBlock?: number | null;
  bounds?: BlockScan["bounds"];
}

/** Transfers that a reorganisation removed are withdrawn before new blocks are scanned. */
export async function followChain({
  db,
  chain,
  screener,
  isSelling,
  signal,
  now,
  startBlock = null,
  bounds,
}: TransferRun): Promise<Record<string, number>> {
  const head = await chainHead(chain);
  const { withdrawn, finalized } = await recheckTransfers(db, chain, head, now);
  const { blocks, transfers, behind } = await scanBlocks({
    db,
    chain,
    head,
    isRewound: withdrawn > 0,
    startBlock,
    signal,
    now,
    ...(bounds ? { bounds } : {}),
  });
  const credits = isSelling ? await creditPayable({ db, chain, head, screener, signal, now }) : {};
  return { blocks, transfers, behind, withdrawn, finalized, ...credits };
}
