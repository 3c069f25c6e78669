import { inTransaction, type Db } from "@/db/client";
import { listNotFinal, lockTransfer, markFinal, type ObservedTransfer } from "@/db/queries/money/transfers/transfers";
import type { Chain } from "../chain/chain";
import { blockHashAt, type ChainHead } from "../chain/chain-head";
import { withdrawTransfer } from "../base/observe-transfers";

/** Bounds a run when an attacker sends dust in every block. Blocks with credited transfers come first. */
const BLOCKS_PER_RUN = 200;

async function withdraw(db: Db, listed: ObservedTransfer, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, listed);
    if (!transfer || transfer.goneAt !== null || transfer.blockHash !== listed.blockHash) return false;
    await withdrawTransfer(tx, transfer, now);
    return true;
  });
}

function byBlock(transfers: readonly ObservedTransfer[]): Map<number, ObservedTransfer[]> {
  const blocks = new Map<number, ObservedTransfer[]>();
  for (const transfer of transfers) blocks.set(transfer.blockNumber, [...(blocks.get(transfer.blockNumber) ?? []), transfer]);
  return blocks;
}

export async function recheckTransfers(
  db: Db,
  chain: Chain,
  head: ChainHead,
  now: Date,
): Promise<{ withdrawn: number; finalized: number }> {
  const outcome = { withdrawn: 0, finalized: 0 };
  for (const [number, transfers] of [...byBlock(await listNotFinal(db, chain.chainId))].slice(0, BLOCKS_PER_RUN)) {
    // Null means that an endpoint lags behind this block, which proves nothing.
    const hash = await blockHashAt(chain, BigInt(number));
    if (hash === null) continue;
    for (const transfer of transfers) if (transfer.blockHash !== hash && (await withdraw(db, transfer, now))) outcome.withdrawn++;
    if (BigInt(number) > head.finalized.number) continue;
    await markFinal(db, chain.chainId, [hash], number);
    outcome.finalized += transfers.filter(({ blockHash }) => blockHash === hash).length;
  }
  return outcome;
}
