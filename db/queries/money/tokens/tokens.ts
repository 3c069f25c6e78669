import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { at, rowsOf, toDate, type Db } from "@/db/client";
import { accounts, tokens } from "@/db/schema/accounts";
import { countCall } from "../call/call-counters";
import { FAULTS } from "@/lib/domain/money/call-breakers";

/** The stored form of a token, which is never stored itself. */
export interface TokenRow {
  hash: string;
  head: string;
  tail: string;
  name: string;
  origin: "purchase" | "minted" | "imported" | "rotated";
}

export interface TokenHolder {
  tokenId: number;
  accountId: number;
  head: string;
  tail: string;
  name: string;
  tokenCreatedAt: Date;
  posted: number;
  held: number;
}

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

export async function findTokenHolder(db: Db, hash: string): Promise<TokenHolder | null> {
  const [row] = await db
    .select(HOLDER)
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(and(eq(tokens.hash, hash), isNull(tokens.revokedAt)));
  return row ?? null;
}

/** Counts one fault of the caller against the token, which may trip its breaker. Null when unknown or revoked. */
export async function countFault(db: Db, hash: string, now: Date): Promise<{ spendable: number; trippedUntil: Date | null } | null> {
  const [row] = await rowsOf<{ spendable: number; tripped_until: string | Date | null }>(
    db,
    sql`
    with caller as (
      select t.id, a.posted - a.held as spendable from tokens t join accounts a on a.id = t.account_id where t.hash = ${hash} and t.revoked_at is null
    ), counted as (${countCall(sql`'abuse:' || caller.id`, sql`caller`, FAULTS, now)})
    select caller.spendable::int, (select tripped_until from counted where tripped_until > ${at(now)}) as tripped_until from caller`,
  );
  return row ? { spendable: row.spendable, trippedUntil: toDate(row.tripped_until) } : null;
}

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

export interface ListedToken {
  id: number;
  accountId: number;
  head: string;
  tail: string;
  name: string;
  origin: string;
  createdAt: Date;
  revokedAt: Date | null;
  spendable: number;
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

export async function listTokens(db: Db, accountId?: number): Promise<ListedToken[]> {
  return db
    .select(LISTED)
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(accountId === undefined ? undefined : eq(tokens.accountId, accountId))
    .orderBy(desc(tokens.id));
}

/** Returns the account's spendable balance, which stays with the account. Null when unknown or already revoked. */
export async function revokeToken(db: Db, tokenId: number, now: Date): Promise<number | null> {
  const [revoked] = await db
    .update(tokens)
    .set({ revokedAt: now, balanceAtRevoke: sql`(select posted - held from accounts where accounts.id = ${tokens.accountId})` })
    .where(and(eq(tokens.id, tokenId), isNull(tokens.revokedAt)))
    .returning({ balance: tokens.balanceAtRevoke });
  return revoked ? (revoked.balance ?? 0) : null;
}

export async function findTokenUse(db: Db, tokenId: number): Promise<{ createdAt: Date; isActive: boolean; isUsed: boolean } | null> {
  const isUsed = sql<boolean>`exists (select from holds h where h.account_id = tokens.account_id and h.token_id = tokens.id)`;
  const [row] = await db
    .select({ createdAt: tokens.createdAt, isActive: sql<boolean>`tokens.revoked_at is null`, isUsed })
    .from(tokens)
    .where(eq(tokens.id, tokenId));
  return row ?? null;
}

/** Revokes the old token and inserts the new one in one statement. False when the old one was unknown or revoked. */
export async function rotateToken(db: Db, tokenId: number, row: TokenRow, now: Date): Promise<boolean> {
  const added = await rowsOf<{ id: number }>(
    db,
    sql`
    with old as (
      update tokens set revoked_at = ${now.toISOString()}::timestamptz where id = ${tokenId} and revoked_at is null returning account_id, name
    )
    insert into tokens (account_id, hash, head, tail, name, origin, created_at)
    select account_id, ${row.hash}, ${row.head}, ${row.tail}, name, 'rotated', ${now.toISOString()}::timestamptz from old returning id`,
  );
  return added.length === 1;
}
