import { and, desc, eq, gte, isNotNull, ne, not, sql, type SQL } from "drizzle-orm";
import { matching, type Db } from "@/db/client";
import { holds } from "@/db/schema/ledger";
import { receipts } from "@/db/schema/receipts";

/** Charged and not refunded. Refunds are few, so they are looked up through the index on `reverses`. */
const spent = (accountId: number): SQL => sql`
  ${holds.accountId} = ${accountId} and ${holds.status} = 'captured' and ${holds.id} not in (
    select substr(debit.external_ref, length('usage:') + 1) from ledger_transactions back join ledger_transactions debit on debit.id = back.reverses and debit.kind = 'usage' where back.reverses is not null
  )`;

const lastUse = sql<Date>`max(${holds.resolvedAt})`.mapWith(holds.resolvedAt);

export async function summarizeUsage(
  db: Db,
  accountId: number,
  { endpointLimit, recentLimit }: { endpointLimit: number; recentLimit: number },
) {
  const calls = sql<number>`count(*)::int`;
  const groups = await db
    .select({
      endpoint: holds.endpoint,
      calls,
      credits: sql<number>`sum(${holds.credits})::int`,
      lastAt: lastUse,
      allCalls: sql<number>`sum(count(*)) over ()::int`,
      allCredits: sql<number>`sum(sum(${holds.credits})) over ()::int`,
    })
    .from(holds)
    .where(spent(accountId))
    .groupBy(holds.endpoint)
    .orderBy(desc(calls), holds.endpoint)
    .limit(endpointLimit);
  const recent = await db
    .select({
      endpoint: holds.endpoint,
      credits: holds.credits,
      at: sql`${holds.resolvedAt}`.mapWith(holds.resolvedAt),
      receiptId: holds.receiptId,
    })
    .from(holds)
    .where(spent(accountId))
    .orderBy(desc(holds.resolvedAt), desc(holds.id))
    .limit(recentLimit);
  return { calls: groups[0]?.allCalls ?? 0, credits: groups[0]?.allCredits ?? 0, endpoints: groups, recent };
}

/** Calls by UTC day and declared path since a moment. A call whose hold was released or expired was not charged. */
export async function usageByDay(db: Db, accountId: number, since: Date) {
  const date = sql<string>`to_char(${holds.resolvedAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const isSpent = sql`(${spent(accountId)})`;
  return db
    .select({
      date,
      endpoint: holds.endpoint,
      calls: sql<number>`count(*) filter (where ${isSpent})::int`,
      credits: sql<number>`coalesce(sum(${holds.credits}) filter (where ${isSpent}), 0)::int`,
      unchargedCalls: sql<number>`count(*) filter (where not ${isSpent})::int`,
    })
    .from(holds)
    .where(and(eq(holds.accountId, accountId), ne(holds.status, "reserved"), gte(holds.resolvedAt, since)))
    .groupBy(date, holds.endpoint)
    .orderBy(date, holds.endpoint);
}

export type DayUsage = Awaited<ReturnType<typeof usageByDay>>[number];

/** The place of a call in its account's list; null when the account has no such call, or no longer. */
export async function findCallPlace(db: Db, accountId: number, id: string) {
  const [row] = await db
    .select({ id: holds.id, at: sql<string>`${holds.resolvedAt}::text` })
    .from(holds)
    .where(and(matching(holds, { id, accountId }), isNotNull(holds.resolvedAt)));
  return row ?? null;
}

type CallPlace = NonNullable<Awaited<ReturnType<typeof findCallPlace>>>;

interface CallFilter {
  since: Date;
  isCharged: boolean | null;
  after: CallPlace | null;
  limit: number;
}

const callColumns = (isSpent: SQL<boolean>) => ({
  id: holds.id,
  at: sql`${holds.resolvedAt}`.mapWith(holds.resolvedAt),
  method: holds.method,
  endpoint: holds.endpoint,
  credits: holds.credits,
  isSpent,
  isRefunded: sql<boolean>`(${holds.status} = 'captured' and not ${isSpent})`,
  reason: holds.noChargeReason,
  status: holds.answerStatus,
  requestId: holds.requestId,
  receiptId: holds.receiptId,
});

/** Calls that were concluded, newest first. Open ones are in no list before it is known whether they are charged. */
export function listCalls(db: Db, accountId: number, { since, isCharged, after, limit }: CallFilter) {
  const isSpent = sql<boolean>`(${spent(accountId)})`;
  return db
    .select(callColumns(isSpent))
    .from(holds)
    .where(
      and(
        eq(holds.accountId, accountId),
        ne(holds.status, "reserved"),
        gte(holds.resolvedAt, since),
        isCharged === null ? undefined : isCharged ? isSpent : not(isSpent),
        after === null ? undefined : sql`(${holds.resolvedAt}, ${holds.id}) < (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(holds.resolvedAt), desc(holds.id))
    .limit(limit);
}

export type ListedCall = Awaited<ReturnType<typeof listCalls>>[number];

/** Finds a concluded call with its signed receipt. The receipt stands under the day on which the call was concluded. */
export async function findCall(db: Db, accountId: number, id: string): Promise<{ call: ListedCall; receipt: string | null } | null> {
  const receiptDay = sql`(${holds.resolvedAt} at time zone 'UTC')::date`;
  const [row] = await db
    .select({ ...callColumns(sql<boolean>`(${spent(accountId)})`), receipt: receipts.body })
    .from(holds)
    .leftJoin(receipts, and(sql`${receipts.day} = ${receiptDay}`, eq(receipts.id, holds.receiptId)))
    .where(and(matching(holds, { id, accountId }), ne(holds.status, "reserved")));
  if (!row) return null;
  const { receipt, ...call } = row;
  return { call, receipt };
}

export async function findLastUse(db: Db, { accountId, tokenId }: { accountId: number; tokenId: number }): Promise<Date | null> {
  const [row] = await db
    .select({ at: holds.createdAt })
    .from(holds)
    .where(matching(holds, { accountId, tokenId }))
    .orderBy(sql`${holds.resolvedAt} desc nulls first`)
    .limit(1);
  return row?.at ?? null;
}
