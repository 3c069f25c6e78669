import { and, asc, eq, inArray, lte, sql, type SQL } from "drizzle-orm";
import { at, firstOf, hasRow, matching, type Db } from "@/db/client";
import { chainCursors, observedTransfers } from "@/db/schema/money";
import { rowsOf } from "@/db/statements";

export type ObservedTransfer = typeof observedTransfers.$inferSelect;
/** A USDC transfer to us in a sealed block. Hashes and addresses are lower case. */
export type SeenTransfer = Pick<
  ObservedTransfer,
  "chainId" | "txHash" | "logIndex" | "sender" | "units" | "blockNumber" | "blockHash" | "blockTime"
>;
export type TransferKey = Pick<ObservedTransfer, "chainId" | "txHash" | "logIndex">;

const keyed = ({ chainId, txHash, logIndex }: TransferKey) => matching(observedTransfers, { chainId, txHash, logIndex });

export const insertTransfer = async (tx: Db, seen: SeenTransfer, now: Date): Promise<boolean> =>
  tx
    .insert(observedTransfers)
    .values({ ...seen, claimedUnits: 0n, isFinal: false, goneAt: null, sightings: 1, observedAt: now })
    .onConflictDoNothing()
    .returning({ txHash: observedTransfers.txHash })
    .then(hasRow);

export const lockTransfer = async (tx: Db, key: TransferKey): Promise<ObservedTransfer | null> =>
  tx.select().from(observedTransfers).where(keyed(key)).for("update").then(firstOf);

export async function reviveTransfer(tx: Db, seen: SeenTransfer, sightings: number): Promise<void> {
  const { sender, units, blockNumber, blockHash, blockTime } = seen;
  await tx
    .update(observedTransfers)
    .set({ sender, units, blockNumber, blockHash, blockTime, sightings, claimedUnits: 0n, isFinal: false, goneAt: null })
    .where(keyed(seen));
}

export async function markGone(tx: Db, key: TransferKey, now: Date): Promise<void> {
  await tx.update(observedTransfers).set({ goneAt: now, claimedUnits: 0n }).where(keyed(key));
}

export const claimUnits = async (tx: Db, key: TransferKey, units: bigint): Promise<boolean> =>
  tx
    .update(observedTransfers)
    .set({ claimedUnits: units })
    .where(and(matching(observedTransfers, { claimedUnits: 0n, goneAt: null }), keyed(key)))
    .returning({ txHash: observedTransfers.txHash })
    .then(hasRow);

/** Transfers that a reorganisation can still remove: credited ones first, then by block and log index. */
export const listNotFinal = async (db: Db, chainId: number): Promise<ObservedTransfer[]> =>
  db
    .select()
    .from(observedTransfers)
    .where(matching(observedTransfers, { chainId, isFinal: false, goneAt: null }))
    .orderBy(sql`${observedTransfers.claimedUnits} = 0`, asc(observedTransfers.blockNumber), asc(observedTransfers.logIndex));

export async function markFinal(db: Db, chainId: number, blockHashes: readonly string[], upTo: number): Promise<void> {
  if (blockHashes.length === 0) return;
  await db
    .update(observedTransfers)
    .set({ isFinal: true })
    .where(
      and(
        matching(observedTransfers, { chainId, goneAt: null }),
        inArray(observedTransfers.blockHash, [...blockHashes]),
        lte(observedTransfers.blockNumber, upTo),
      ),
    );
}

export const listTransfersOf = async (db: Db, chainId: number, txHash: string): Promise<ObservedTransfer[]> =>
  db
    .select()
    .from(observedTransfers)
    .where(matching(observedTransfers, { chainId, txHash, goneAt: null }))
    .orderBy(asc(observedTransfers.logIndex));

async function listUnclaimed(db: Db, chainId: number, limit: number, isWanted: SQL): Promise<string[]> {
  const rows = await rowsOf(
    db,
    { txHash: observedTransfers.txHash },
    sql`
    select t.tx_hash as "txHash" from observed_transfers t where t.chain_id = ${chainId} and t.gone_at is null and t.claimed_units = 0 and ${isWanted}
    group by t.tx_hash order by min(t.block_number) limit ${limit}`,
  );
  return rows.map(({ txHash }) => txHash);
}

/** Unclaimed transactions that pay an open quote. A quote for one call waits an hour, because its maker usually presents the hash. */
export async function listPayable(
  db: Db,
  chainId: number,
  { graceSeconds, oneCallBefore, limit }: { graceSeconds: number; oneCallBefore: Date; limit: number },
): Promise<string[]> {
  return listUnclaimed(
    db,
    chainId,
    limit,
    sql`not exists (select from claims c where c.chain_id = t.chain_id and c.tx_hash = t.tx_hash)
      and exists (
        select from quotes q where q.units = t.units and q.status = 'open' and date_trunc('second', q.created_at) - interval '1 second' <= t.block_time
          and t.block_time <= q.expires_at + make_interval(secs => ${graceSeconds})
          and (q.sender_wallet is null or q.sender_wallet = t.sender)
          and (q.endpoint is null or t.block_time < ${at(oneCallBefore)})
      )`,
  );
}

export const listReturned = async (db: Db, chainId: number, limit: number): Promise<string[]> =>
  listUnclaimed(
    db,
    chainId,
    limit,
    sql`t.sightings > 1
      and exists (select from purchases p where p.chain_id = t.chain_id and p.tx_hash = t.tx_hash and p.log_index = t.log_index and p.reversed_at is not null)`,
  );

export type ChainCursor = Pick<typeof chainCursors.$inferSelect, "blockNumber" | "blockHash">;

export const findCursor = async (db: Db, chainId: number): Promise<ChainCursor | null> =>
  db
    .select({ blockNumber: chainCursors.blockNumber, blockHash: chainCursors.blockHash })
    .from(chainCursors)
    .where(eq(chainCursors.chainId, chainId))
    .then(firstOf);

/** How far the chain was read, and when; null before the first scan. */
export const findScan = async (db: Db, chainId: number): Promise<{ blockNumber: number; scannedAt: Date } | null> =>
  db
    .select({ blockNumber: chainCursors.blockNumber, scannedAt: chainCursors.scannedAt })
    .from(chainCursors)
    .where(eq(chainCursors.chainId, chainId))
    .then(firstOf);

export async function saveCursor(db: Db, chainId: number, { blockNumber, blockHash }: ChainCursor, now: Date): Promise<void> {
  const values = { blockNumber, blockHash, scannedAt: now };
  await db
    .insert(chainCursors)
    .values({ chainId, ...values })
    .onConflictDoUpdate({ target: chainCursors.chainId, set: values });
}
