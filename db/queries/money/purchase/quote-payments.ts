import { sql } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { observedTransfers } from "@/db/schema/money";
import { boolean, rowsOf } from "@/db/statements";
import { GRACE_SECONDS } from "@/lib/domain/money/quote";
import type { SeenPayment } from "@/lib/domain/money/quote-progress";
import type { Quote } from "./quotes";

const MOST = 50;

/**
 * Transfers since a quote was made, in the order of their blocks. They have its exact amount or come
 * from its `senderWallet`.
 */
export async function listPaymentsNear(db: Db, chainId: number, quote: Quote, since: Date): Promise<SeenPayment[]> {
  const { txHash, blockNumber, sender, units, blockTime } = observedTransfers;
  return rowsOf(
    db,
    { txHash, blockNumber, sender, units, blockTime, isClaimed: boolean, isQuoted: boolean },
    sql`
    select t.tx_hash as "txHash", t.block_number as "blockNumber", t.sender, t.units::text as units, t.block_time as "blockTime",
      exists (select from claims c where c.chain_id = t.chain_id and c.tx_hash = t.tx_hash and c.state <> 'gone') as "isClaimed",
      exists (
        select from quotes q where q.id <> ${quote.id}::bigint and q.units = t.units
          and date_trunc('second', q.created_at) - interval '1 second' <= t.block_time
          and t.block_time <= q.expires_at + make_interval(secs => ${GRACE_SECONDS})
      ) as "isQuoted"
    from (
      select * from observed_transfers where units = ${quote.units.toString()}::bigint
      union
      select * from observed_transfers where sender = ${quote.senderWallet}::text and block_time <= ${at(new Date(quote.expiresAt.getTime() + GRACE_SECONDS * 1000))}
    ) t
    where t.chain_id = ${chainId} and t.gone_at is null and t.block_time >= ${at(since)}
    order by t.block_number, t.log_index limit ${MOST}`,
  );
}
