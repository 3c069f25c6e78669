import { and, desc, eq, sql } from "drizzle-orm";
import { rowsOf, toDate, type Db } from "../client";
import { holds } from "../schema/ledger";

export interface EndpointUse {
  endpoint: string;
  calls: number;
  credits: number;
  lastAt: Date;
}

export interface PaidUse {
  endpoint: string;
  credits: number;
  at: Date;
  receiptId: string | null;
}

export interface Usage {
  /** Over all charged calls of the account. */
  calls: number;
  credits: number;
  /** The most used ones first. */
  endpoints: EndpointUse[];
  /** Newest first. */
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

/** What an account's charged calls were; a call that was not charged is no use of credits. */
export async function summarizeUsage(db: Db, accountId: number, { endpointLimit, recentLimit }: { endpointLimit: number; recentLimit: number }): Promise<Usage> {
  const groups = await rowsOf<GroupRow>(
    db,
    sql`select endpoint, count(*)::int as calls, sum(credits)::int as credits, max(resolved_at) as last_at,
          sum(count(*)) over ()::int as all_calls, sum(sum(credits)) over ()::int as all_credits
        from holds where account_id = ${accountId} and status = 'captured' group by endpoint order by calls desc, endpoint limit ${endpointLimit}`,
  );
  const recent = await db
    .select({ endpoint: holds.endpoint, credits: holds.credits, at: sql<string | Date>`${holds.resolvedAt}`, receiptId: holds.receiptId })
    .from(holds)
    .where(and(eq(holds.accountId, accountId), eq(holds.status, "captured")))
    .orderBy(desc(holds.resolvedAt), desc(holds.id))
    .limit(recentLimit);
  return {
    calls: groups[0]?.all_calls ?? 0,
    credits: groups[0]?.all_credits ?? 0,
    endpoints: groups.map(({ endpoint, calls, credits, last_at }) => ({ endpoint, calls, credits, lastAt: toDate(last_at) })),
    recent: recent.map((use) => ({ ...use, at: toDate(use.at) })),
  };
}

/** When a token was last presented for a paid call, charged or not. */
export async function findLastUse(db: Db, { accountId, tokenId }: { accountId: number; tokenId: number }): Promise<Date | null> {
  const [row] = await db
    .select({ at: holds.createdAt })
    .from(holds)
    .where(and(eq(holds.accountId, accountId), eq(holds.tokenId, tokenId)))
    .orderBy(sql`${holds.resolvedAt} desc nulls first`)
    .limit(1);
  return row?.at ?? null;
}
