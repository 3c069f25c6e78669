import { sql } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { observedTransfers } from "@/db/schema/money";
import { integer, rowsOf, type RowOf } from "@/db/statements";

const UNMATCHED = {
  txHash: observedTransfers.txHash,
  logIndex: observedTransfers.logIndex,
  sender: observedTransfers.sender,
  units: observedTransfers.units,
  observedAt: observedTransfers.observedAt,
  /** Number of all troubles, of which only the first are listed. */
  total: integer,
};
export type UnmatchedPayment = RowOf<typeof UNMATCHED>;

/** Payments that bought nothing, in the order in which they were seen. Smaller ones than `leastUnits` buy nothing by themselves. */
export const listUnmatchedPayments = (
  db: Db,
  { observedBefore, leastUnits, limit }: { observedBefore: Date; leastUnits: bigint; limit: number },
): Promise<UnmatchedPayment[]> =>
  rowsOf(
    db,
    UNMATCHED,
    sql`
    select tx_hash as "txHash", log_index as "logIndex", sender, units::text as units, observed_at as "observedAt", (count(*) over ())::int as total from observed_transfers
    where claimed_units = 0 and gone_at is null and observed_at <= ${at(observedBefore)} and units >= ${leastUnits.toString()}::bigint
    order by observed_at, block_number, log_index limit ${limit}`,
  );

const ENDED = { failed: integer, ended: integer };

/** Ledger entries of five minutes at 300 paid calls a second; more than these are not counted. */
const NEWEST_ENTRIES = 100_000;

/** Paid calls that ended since then, and how many of them failed by a 5xx or with their process. */
export async function countPaidCalls(db: Db, since: Date): Promise<RowOf<typeof ENDED>> {
  const [row] = await rowsOf(
    db,
    ENDED,
    sql`
    with uncharged as (
      select count(*) as ended, count(*) filter (where reason in ('5xx', 'schema_validation_failure', 'upstream_failure')) as failed
      from no_charge_events where at > ${at(since)}
    ), died as (
      select count(*) as failed from holds where status = 'expired' and resolved_at > ${at(since)}
    ), charged as (
      select count(*) as ended from ledger_transactions
      where id > (select coalesce(max(id), 0) - ${NEWEST_ENTRIES}::int from ledger_transactions) and kind = 'usage' and at > ${at(since)}
    )
    select (uncharged.failed + died.failed)::int as failed, (uncharged.ended + died.failed + charged.ended)::int as ended
    from uncharged, died, charged`,
  );
  return row ?? { failed: 0, ended: 0 };
}
