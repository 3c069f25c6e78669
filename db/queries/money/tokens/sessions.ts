import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { firstOf, hasRow, type Db } from "@/db/client";
import { sessions, signInNonces, tokens } from "@/db/schema/accounts";
import { isAccepted } from "./tokens";

export type SessionRow = typeof sessions.$inferSelect;

export async function addSession(tx: Db, row: SessionRow): Promise<void> {
  await tx.insert(sessions).values(row);
}

const OPEN = {
  accountId: sessions.accountId,
  tokenId: sessions.tokenId,
  wallet: sessions.wallet,
  createdAt: sessions.createdAt,
  expiresAt: sessions.expiresAt,
  tokenHash: tokens.hash,
};

/** A session ends with its token, also when the token's grace is over. */
export const findSession = async (db: Db, hash: string, now: Date) =>
  db
    .select(OPEN)
    .from(sessions)
    .leftJoin(tokens, eq(tokens.id, sessions.tokenId))
    .where(and(eq(sessions.hash, hash), gt(sessions.expiresAt, now), or(isNull(sessions.tokenId), isAccepted(now))))
    .then(firstOf);

/** The token by which a wallet's session spends: its newest that is not ended, replaced or suspended. */
export async function findSpendingToken(db: Db, accountId: number, now: Date): Promise<string | null> {
  const isUsable = and(isNull(tokens.revokedAt), or(isNull(tokens.suspendedUntil), lte(tokens.suspendedUntil, now)));
  const [row] = await db
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(and(eq(tokens.accountId, accountId), isUsable))
    .orderBy(desc(tokens.id))
    .limit(1);
  return row?.hash ?? null;
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.hash, hash));
}

export async function deleteSessionsOf(db: Db, accountId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.accountId, accountId));
}

export async function deleteSessionsOfTokens(db: Db, tokenIds: readonly number[]): Promise<void> {
  if (tokenIds.length > 0) await db.delete(sessions).where(inArray(sessions.tokenId, [...tokenIds]));
}

/** The token that replaced the session's own in a rotation. */
export async function moveSession(db: Db, hash: string, tokenId: number): Promise<void> {
  await db.update(sessions).set({ tokenId }).where(eq(sessions.hash, hash));
}

/** True for exactly one of concurrent uses. */
export const takeNonce = async (tx: Db, hash: string, expiresAt: Date): Promise<boolean> =>
  tx.insert(signInNonces).values({ hash, expiresAt }).onConflictDoNothing().returning({ hash: signInNonces.hash }).then(hasRow);

export async function isNonceTaken(db: Db, hash: string): Promise<boolean> {
  const [row] = await db
    .select({ taken: sql<number>`1` })
    .from(signInNonces)
    .where(eq(signInNonces.hash, hash));
  return row !== undefined;
}

export async function pruneSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
  await db.delete(signInNonces).where(lte(signInNonces.expiresAt, now));
}
