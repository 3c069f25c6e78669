import type { Db } from "@/db/client";
import { creditPayable } from "@/lib/money/transfers/credit-payable";
import { selling } from "@/lib/money/call/rails";
import { recheckTransfers } from "@/lib/money/transfers/recheck-transfers";
import { scanBlocks, type BlockScan } from "@/lib/money/transfers/scan-blocks";
import { configuredChain, type Chain } from "@/lib/money/chain/chain";
import { chainHead } from "@/lib/money/chain/chain-head";
import { configuredScreener, type Screener } from "@/lib/money/chain/screener";
import { env } from "@/lib/config/env";
import { defineJob, type JobCounts } from "./define";

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
}: TransferRun): Promise<JobCounts> {
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

export const scanTransfers = defineJob({
  name: "scan-transfers",
  summary: "Books payments from the chain's new blocks, credits those of open quotes, takes back what a reorganisation removed",
  cadence: { everyMinutes: 2 },
  writes: [],
  timeoutSeconds: 100,
  runsAtStart: true,
  async run({ db, signal, now }) {
    const chain = configuredChain();
    if (!chain) return { skipped: "no wallet is configured" };
    return followChain({
      db,
      chain,
      screener: configuredScreener(),
      isSelling: selling().isEnabled,
      startBlock: env().CHAIN_START_BLOCK ?? null,
      signal,
      now,
    });
  },
});
