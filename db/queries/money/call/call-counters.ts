import { sql, type SQL } from "drizzle-orm";
import type { AccountLimit, Breaker } from "@/lib/domain/money/call-breakers";
import { at, type Db } from "@/db/client";
import { orNull, rowsOf, time } from "@/db/statements";

const seconds = (amount: number): SQL => sql`make_interval(secs => ${amount}::int)`;

/**
 * Counts calls in a sliding window, as part of a statement. It counts one for each row of `from`,
 * whose keys must differ. The array keeps the newest calls; exceeding the limit within the window
 * opens the breaker.
 */
export function countCall(key: SQL, from: SQL, { calls, windowSeconds, cooldownSeconds }: Breaker, now: SQL): SQL {
  const calledAt = sql`excluded.touched_at`;
  const isOpen = sql`c.tripped_until > ${calledAt}`;
  const isOpening = sql`cardinality(c.recent) >= ${calls} and c.recent[cardinality(c.recent) - ${calls - 1}] > ${calledAt} - ${seconds(windowSeconds)}`;
  return sql`
    insert into call_counters as c (key, recent, touched_at)
    select ${key}, array[${now}], ${now} from ${from}
    on conflict (key) do update set
      tripped_until = case when ${isOpen} then c.tripped_until when ${isOpening} then ${calledAt} + ${seconds(cooldownSeconds)} end,
      recent = case when ${isOpen} or ${isOpening} then '{}' else c.recent[greatest(1, cardinality(c.recent) - ${calls - 2}):] || ${calledAt} end,
      touched_at = ${calledAt}
    returning c.key, c.tripped_until`;
}

/** Counts one use by an account. Returns until when further ones are refused; null while they are not. */
export const countAccountUse = async (db: Db, accountId: number, limit: AccountLimit, now: Date): Promise<Date | null> => {
  const counted = countCall(sql`${`${limit.what}:${accountId}`}::text`, sql`(values (1)) as one`, limit, at(now));
  const [row] = await rowsOf(
    db,
    { trippedUntil: orNull(time) },
    sql`with counted as (${counted}) select tripped_until as "trippedUntil" from counted`,
  );
  return row?.trippedUntil && row.trippedUntil > now ? row.trippedUntil : null;
};
