import { desc, eq, sql } from "drizzle-orm";
import { at, firstOf, matching, type Db } from "@/db/client";
import { accounts, tokens } from "@/db/schema/accounts";
import { integer, orNull, rowsOf, run, time, type RowOf } from "@/db/statements";
import { countCall } from "../call/call-counters";
import { FAULTS } from "@/lib/domain/money/call-breakers";

/** The stored form of a token, which is never stored itself. */
export type TokenRow = Pick<typeof tokens.$inferInsert, "hash" | "head" | "tail" | "name" | "origin">;

const HOLDER = {
  tokenId: tokens.id,
  accountId: tokens.accountId,
  head: tokens.head,
  tail: tokens.tail,
  name: tokens.name,
  tokenCreatedAt: tokens.createdAt,
  posted: accounts.posted,
  held: accounts.held,
};

export const findTokenHolder = async (db: Db, hash: string) =>
  db
    .select(HOLDER)
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(matching(tokens, { hash, revokedAt: null }))
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
      select t.id, a.posted - a.held as spendable from tokens t join accounts a on a.id = t.account_id where t.hash = ${hash} and t.revoked_at is null
    ), counted as (${countCall(sql`'abuse:' || caller.id`, sql`caller`, FAULTS, now)})
    select caller.spendable, (select tripped_until from counted where tripped_until > ${at(now)}) as "trippedUntil" from caller`,
  ).then(firstOf);

export async function addToken(db: Db, accountId: number, row: TokenRow, now: Date): Promise<number> {
  const [added] = await db
    .insert(tokens)
    .values({ ...row, accountId, createdAt: now })
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
  spendable: sql<number>`(${accounts.posted} - ${accounts.held})::int`,
};

export const listTokens = async (db: Db, accountId?: number) =>
  db
    .select(LISTED)
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(accountId === undefined ? undefined : eq(tokens.accountId, accountId))
    .orderBy(desc(tokens.id));

/** Returns the account's spendable balance, which stays with the account. Null when unknown or already revoked. */
export async function revokeToken(db: Db, tokenId: number, now: Date): Promise<number | null> {
  const [revoked] = await db
    .update(tokens)
    .set({ revokedAt: now, balanceAtRevoke: sql`(select posted - held from accounts where accounts.id = ${tokens.accountId})` })
    .where(matching(tokens, { id: tokenId, revokedAt: null }))
    .returning({ balance: tokens.balanceAtRevoke });
  return revoked ? (revoked.balance ?? 0) : null;
}

export async function findTokenUse(db: Db, tokenId: number): Promise<{ createdAt: Date; isActive: boolean; isUsed: boolean } | null> {
  const isUsed = sql<boolean>`exists (select from holds h where h.account_id = tokens.account_id and h.token_id = tokens.id)`;
  return db
    .select({ createdAt: tokens.createdAt, isActive: sql<boolean>`tokens.revoked_at is null`, isUsed })
    .from(tokens)
    .where(eq(tokens.id, tokenId))
    .then(firstOf);
}

/** Revokes the old token and inserts the new one in one statement. False when the old one was unknown or revoked. */
export const rotateToken = async (db: Db, tokenId: number, row: TokenRow, now: Date): Promise<boolean> =>
  run(
    db,
    sql`
    with old as (
      update tokens set revoked_at = ${at(now)} where id = ${tokenId} and revoked_at is null returning account_id, name
    )
    insert into tokens (account_id, hash, head, tail, name, origin, created_at)
    select account_id, ${row.hash}, ${row.head}, ${row.tail}, name, 'rotated', ${at(now)} from old returning 1`,
  ).then(Boolean);
