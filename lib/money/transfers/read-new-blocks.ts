import type { Db } from "@/db/client";
import { findScan } from "@/db/queries/money/transfers/transfers";
import { env } from "@/lib/config/env";
import type { Chain } from "../chain/chain";
import { chainHead } from "../chain/chain-head";
import { scanBlocks } from "./scan-blocks";

/** Two of Base's blocks: waiting buyers share one reading, whatever their number. */
const FRESH_MS = 4000;
/** The job catches up on longer distances. */
const BOUNDS = { blocksPerRange: 1000, rangesPerRun: 2 };

const running = new WeakMap<Chain, Promise<void>>();

async function read(db: Db, chain: Chain, now: Date): Promise<void> {
  const head = await chainHead(chain);
  const signal = new AbortController().signal;
  await scanBlocks({ db, chain, head, isRewound: false, startBlock: env().CHAIN_START_BLOCK ?? null, signal, now, bounds: BOUNDS });
}

/**
 * Books the transfers of new blocks between two runs of the job, for a buyer who waits. It credits
 * nothing. Throws ChainUnavailable.
 */
export async function readNewBlocks(db: Db, chain: Chain, now: Date, freshMs = FRESH_MS): Promise<void> {
  const scan = await findScan(db, chain.chainId);
  const ageMs = scan ? now.getTime() - scan.scannedAt.getTime() : null;
  if (ageMs !== null && ageMs >= 0 && ageMs < freshMs) return undefined;
  const reading = running.get(chain) ?? read(db, chain, now).finally(() => running.delete(chain));
  running.set(chain, reading);
  return reading;
}
