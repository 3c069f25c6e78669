import { and, eq, isNull, or, sql } from "drizzle-orm";
import { at, firstOf, hasRow, type Db } from "@/db/client";
import { quoteAmounts, quotes } from "@/db/schema/money";
import { rowsOf } from "@/db/statements";
import { GRACE_SECONDS } from "@/lib/domain/money/quote";
import { leaveQuotePlace } from "./quote-places";

export interface NewQuote {
  id: number;
  memoHash: string;
  requestedUnits: bigint;
  candidates: readonly { units: bigint; credits: number }[];
  senderWallet: string | null;
  endpoint: string | null;
  caller: string;
  now: Date;
  expiresAt: Date;
  freeAt: Date;
}

export type Quote = typeof quotes.$inferSelect;

/** Reserves the first free candidate and inserts its quote. Null when none is free or a concurrent request took it. */
export async function insertQuote(db: Db, quote: NewQuote): Promise<{ units: bigint; credits: number } | null> {
  const candidates = JSON.stringify(quote.candidates.map(({ units, credits }) => ({ units: units.toString(), credits })));
  const [now, expiresAt, freeAt] = [quote.now, quote.expiresAt, quote.freeAt].map(at);
  return rowsOf(
    db,
    { units: quotes.units, credits: quotes.credits },
    sql`
    with slot as (
      select (c.value->>'units')::bigint as units, (c.value->>'credits')::int as credits, ${quote.id}::bigint as id
      from (
        select value from jsonb_array_elements(${candidates}::jsonb) with ordinality as candidate (value, place)
        where not exists (select from quote_amounts a where a.units = (value->>'units')::bigint and a.free_at >= ${now})
        order by place limit 1
      ) as c
    ), taken as (
      insert into quote_amounts (units, quote_id, free_at) select units, id, ${freeAt} from slot
      on conflict (units) do update set quote_id = excluded.quote_id, free_at = excluded.free_at where quote_amounts.free_at < ${now}
      returning units, quote_id
    )
    insert into quotes (id, memo_hash, asked_units, units, credits, sender_wallet, endpoint, caller, status, created_at, expires_at)
    overriding system value
    select slot.id, ${quote.memoHash}, ${quote.requestedUnits.toString()}::bigint, slot.units, slot.credits, ${quote.senderWallet}, ${quote.endpoint}, ${quote.caller}, 'open', ${now}, ${expiresAt}
    from slot join taken on taken.quote_id = slot.id
    returning units::text as units, credits`,
  ).then(firstOf);
}

export const findQuoteByMemo = async (db: Db, memoHash: string): Promise<Quote | null> =>
  db.select().from(quotes).where(eq(quotes.memoHash, memoHash)).then(firstOf);

/** Quotes of a payment's amount that were live when it was mined. */
const fits = (units: bigint, blockTime: Date, graceSeconds: number) =>
  and(
    eq(quotes.units, units),
    sql`date_trunc('second', ${quotes.createdAt}) - interval '1 second' <= ${at(blockTime)} and ${at(blockTime)} <= ${quotes.expiresAt} + make_interval(secs => ${graceSeconds})`,
  );

interface MinedPayment {
  units: bigint;
  sender: string;
  blockTime: Date;
}

const openQuotesOf = (db: Db, { units, sender, blockTime }: MinedPayment, graceSeconds: number) =>
  db
    .select()
    .from(quotes)
    .where(
      and(
        fits(units, blockTime, graceSeconds),
        eq(quotes.status, "open"),
        or(isNull(quotes.senderWallet), eq(quotes.senderWallet, sender)),
      ),
    );

const theOnly = (found: readonly Quote[]): Quote | null => (found.length === 1 ? (found[0] as Quote) : null);

/** The open quote that this payment fits. At most one fits, because reserved amounts are unique. */
export const findOpenQuoteOf = async (db: Db, payment: MinedPayment, graceSeconds: number): Promise<Quote | null> =>
  openQuotesOf(db, payment, graceSeconds).then(theOnly);

/** Finds the open quote that this payment fits, and locks it. */
export const lockQuoteOf = async (tx: Db, payment: MinedPayment, graceSeconds: number): Promise<Quote | null> =>
  openQuotesOf(tx, payment, graceSeconds).for("update").then(theOnly);

/** Whether an open or credited quote has this amount. Nobody else may claim such a payment. */
export const isAmountQuoted = async (db: Db, units: bigint, blockTime: Date, graceSeconds: number): Promise<boolean> =>
  db
    .select({ id: quotes.id })
    .from(quotes)
    .where(fits(units, blockTime, graceSeconds))
    .limit(1)
    .then(hasRow);

export async function creditQuote(tx: Db, id: number, accountId: number, now: Date): Promise<void> {
  const freeAt = new Date(now.getTime() + GRACE_SECONDS * 1000);
  await updateQuote(tx, id, { status: "credited", accountId, creditedAt: now });
  await tx
    .update(quoteAmounts)
    .set({ freeAt: sql`greatest(${quoteAmounts.freeAt}, ${at(freeAt)})` })
    .where(and(eq(quoteAmounts.quoteId, id), sql`${quoteAmounts.units} = (select q.units from quotes q where q.id = ${id})`));
  await leaveQuotePlace(tx, id);
}

export async function updateQuote(tx: Db, id: number, change: Partial<Quote>): Promise<void> {
  await tx.update(quotes).set(change).where(eq(quotes.id, id));
}
