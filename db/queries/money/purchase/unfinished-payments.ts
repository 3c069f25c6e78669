import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { at, firstOf, matching, type Db } from "@/db/client";
import { chainCursors, observedTransfers, purchaseDisputes, quotes } from "@/db/schema/money";
import { integer, orNull, rowsOf, type RowOf } from "@/db/statements";

const OPEN_QUOTE = {
  id: quotes.id,
  requestedUnits: quotes.requestedUnits,
  units: quotes.units,
  credits: quotes.credits,
  senderWallet: quotes.senderWallet,
  endpoint: quotes.endpoint,
  createdAt: quotes.createdAt,
  expiresAt: quotes.expiresAt,
  txHash: orNull(observedTransfers.txHash),
  sender: orNull(observedTransfers.sender),
  blockNumber: orNull(integer),
};

export type OpenQuote = RowOf<typeof OPEN_QUOTE>;

/** A caller's quotes that are not credited: on offer, or with a transfer of their amount. */
export const listOpenQuotes = (
  db: Db,
  { caller, chainId, graceSeconds, now }: { caller: string; chainId: number; graceSeconds: number; now: Date },
): Promise<OpenQuote[]> =>
  rowsOf(
    db,
    OPEN_QUOTE,
    sql`
    select q.id, q.asked_units::text as "requestedUnits", q.units::text as units, q.credits, q.sender_wallet as "senderWallet", q.endpoint, q.created_at as "createdAt", q.expires_at as "expiresAt",
      t.tx_hash as "txHash", t.sender, t.block_number as "blockNumber"
    from quotes q left join lateral (
      select tx_hash, sender, block_number from observed_transfers o
      where o.chain_id = ${chainId} and o.units = q.units and o.gone_at is null and o.claimed_units = 0
        and date_trunc('second', q.created_at) - interval '1 second' <= o.block_time
        and o.block_time <= q.expires_at + make_interval(secs => ${graceSeconds})
      order by o.sender = q.sender_wallet desc nulls last, o.block_number, o.log_index limit 1
    ) t on true
    where q.caller = ${caller} and q.status = 'open' and (q.expires_at > ${at(now)} or t.tx_hash is not null)
    order by q.created_at desc, q.id desc`,
  );

/** Purchases that were this account's, until another party claimed them. */
export const listDisputesAgainst = (db: Db, accountId: number) =>
  db
    .select()
    .from(purchaseDisputes)
    .where(and(eq(purchaseDisputes.accountId, accountId), isNull(purchaseDisputes.resolvedAt)))
    .orderBy(asc(purchaseDisputes.id));

export const findLastScan = async (db: Db, chainId: number): Promise<{ blockNumber: number; scannedAt: Date } | null> =>
  db
    .select({ blockNumber: chainCursors.blockNumber, scannedAt: chainCursors.scannedAt })
    .from(chainCursors)
    .where(matching(chainCursors, { chainId }))
    .then(firstOf);
