import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { at, firstOf, type Db } from "@/db/client";
import { accounts, tokens } from "@/db/schema/accounts";
import { integer, orNull, rowsOf, time, type RowOf } from "@/db/statements";
import { countCall } from "../call/call-counters";
import { FAULTS } from "@/lib/domain/money/call-breakers";

/** The stored form of a token, which is never stored itself. */
export type TokenRow = Pick<typeof tokens.$inferInsert, "hash" | "head" | "tail" | "name" | "origin">;

/** Condition of a row of `tokens` that may spend, if it is not suspended. */
export const isAccepted = (now: Date | SQL): SQL => sql`(revoked_at is null or revoked_at > ${now instanceof Date ? at(now) : now})`;

const HOLDER = {
  tokenId: tokens.id,
  accountId: tokens.accountId,
  head: tokens.head,
  tail: tokens.tail,
  name: tokens.name,
  tokenCreatedAt: tokens.createdAt,
  suspendedUntil: tokens.suspendedUntil,
  posted: accounts.posted,
  held: accounts.held,
};

export const findTokenHolder = async (db: Db, hash: string, now: Date) =>
  db
    .select(HOLDER)
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(and(eq(tokens.hash, hash), isAccepted(now)))
    .then(firstOf);

export type TokenHolder = NonNullable<Awaited<ReturnType<typeof findTokenHolder>>>;

const FAULT = { spendable: integer, trippedUntil: orNull(time) };

/** Counts one fault of the caller against the token, which may trip its breaker. Null when unknown or revoked. */
export const countFault = async (db: Db, hash: string, now: Date): Promise<RowOf<typeof FAULT> | null> =>
  rowsOf(
    db,
    FAULT,
    sql`
    with caller as (
      select t.id, a.posted - a.held as spendable from tokens t join accounts a on a.id = t.account_id where t.hash = ${hash} and ${isAccepted(now)}
    ), counted as (${countCall(sql`'abuse:' || caller.id`, sql`caller`, FAULTS, at(now))})
    select caller.spendable, (select tripped_until from counted where tripped_until > ${at(now)}) as "trippedUntil" from caller`,
  ).then(firstOf);

export async function addToken(
  db: Db,
  accountId: number,
  row: TokenRow,
  now: Date,
  made: { parentId: number | null; madeWith: string | null } = { parentId: null, madeWith: null },
): Promise<number> {
  const [added] = await db
    .insert(tokens)
    .values({ ...row, ...made, accountId, createdAt: now })
    .returning({ id: tokens.id });
  return (added as { id: number }).id;
}

export async function isTokenKnown(db: Db, hash: string): Promise<boolean> {
  const [row] = await db.select({ id: tokens.id }).from(tokens).where(eq(tokens.hash, hash));
  return row !== undefined;
}

const LISTED = {
  id: tokens.id,
  accountId: tokens.accountId,
  head: tokens.head,
  tail: tokens.tail,
  name: tokens.name,
  origin: tokens.origin,
  createdAt: tokens.createdAt,
  revokedAt: tokens.revokedAt,
  suspendedUntil: tokens.suspendedUntil,
  spendable: sql<number>`(${accounts.posted} - ${accounts.held})::int`,
};

export const listTokens = async (db: Db, accountId?: number) =>
  db
    .select(LISTED)
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(accountId === undefined ? undefined : eq(tokens.accountId, accountId))
    .orderBy(desc(tokens.id));

export async function findTokenUse(db: Db, tokenId: number): Promise<{ createdAt: Date; isActive: boolean; isUsed: boolean } | null> {
  const isUsed = sql<boolean>`exists (select from holds h where h.account_id = tokens.account_id and h.token_id = tokens.id)`;
  return db
    .select({ createdAt: tokens.createdAt, isActive: sql<boolean>`tokens.revoked_at is null`, isUsed })
    .from(tokens)
    .where(eq(tokens.id, tokenId))
    .then(firstOf);
}
