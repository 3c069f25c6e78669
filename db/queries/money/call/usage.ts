import { and, eq, sql, type SQL } from "drizzle-orm";
import { rowsOf, toDate, type Db } from "@/db/client";
import { holds } from "@/db/schema/ledger";

interface EndpointUse {
  endpoint: string;
  calls: number;
  credits: number;
  lastAt: Date;
}

interface PaidUse {
  endpoint: string;
  credits: number;
  at: Date;
  receiptId: string | null;
}

export interface Usage {
  calls: number;
  credits: number;
  endpoints: EndpointUse[];
  recent: PaidUse[];
}

interface GroupRow {
  endpoint: string;
  calls: number;
  credits: number;
  last_at: string | Date;
  all_calls: number;
  all_credits: number;
}

/** Charged and not refunded. Refunds are few, so they are looked up through the index on `reverses`. */
const spent = (accountId: number): SQL => sql`
  account_id = ${accountId} and status = 'captured' and id not in (
    select substr(debit.external_ref, length('usage:') + 1) from ledger_transactions back join ledger_transactions debit on debit.id = back.reverses and debit.kind = 'usage' where back.reverses is not null
  )`;

export async function summarizeUsage(
  db: Db,
  accountId: number,
  { endpointLimit, recentLimit }: { endpointLimit: number; recentLimit: number },
): Promise<Usage> {
  const groups = await rowsOf<GroupRow>(
    db,
    sql`select endpoint, count(*)::int as calls, sum(credits)::int as credits, max(resolved_at) as last_at,
          sum(count(*)) over ()::int as all_calls, sum(sum(credits)) over ()::int as all_credits
        from holds where ${spent(accountId)} group by endpoint order by calls desc, endpoint limit ${endpointLimit}`,
  );
  const recent = await rowsOf<{ endpoint: string; credits: number; at: string | Date; receipt_id: string | null }>(
    db,
    sql`select endpoint, credits, resolved_at as at, receipt_id from holds where ${spent(accountId)} order by resolved_at desc, id desc limit ${recentLimit}`,
  );
  return {
    calls: groups[0]?.all_calls ?? 0,
    credits: groups[0]?.all_credits ?? 0,
    endpoints: groups.map(({ endpoint, calls, credits, last_at }) => ({ endpoint, calls, credits, lastAt: toDate(last_at) })),
    recent: recent.map(({ endpoint, credits, at, receipt_id }) => ({ endpoint, credits, at: toDate(at), receiptId: receipt_id })),
  };
}

export async function findLastUse(db: Db, { accountId, tokenId }: { accountId: number; tokenId: number }): Promise<Date | null> {
  const [row] = await db
    .select({ at: holds.createdAt })
    .from(holds)
    .where(and(eq(holds.accountId, accountId), eq(holds.tokenId, tokenId)))
    .orderBy(sql`${holds.resolvedAt} desc nulls first`)
    .limit(1);
  return row?.at ?? null;
}
