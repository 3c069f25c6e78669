import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import {
  addSession,
  deleteSession,
  deleteSessionsOf,
  deleteSessionsOfTokens,
  findSession,
  findSpendingToken,
  moveSession,
} from "@/db/queries/money/tokens/sessions";
import { hashSecret } from "@/lib/config/sealed-text";
import { hashToken } from "../base/access-token";
import { requireTokenHolder } from "../base/token-holder";

export const SESSION_SECONDS = 12 * 3600;

export interface Session {
  accountId: number;
  /** The token that signed in; null for a wallet. */
  tokenId: number | null;
  /** Lower case; null for a token. */
  wallet: string | null;
  expiresAt: Date;
  /** Hash of the token by which this session spends; null for a wallet whose account has none in use. */
  tokenHash: string | null;
}

type Opener = { accountId: number } & ({ tokenId: number; wallet: null } | { tokenId: null; wallet: string });

/** Opens a session and returns its secret, which only the cookie has. */
export async function openSession(tx: Db, opener: Opener, now: Date): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  await addSession(tx, { ...opener, hash: hashSecret(secret), createdAt: now, expiresAt });
  return secret;
}

/** Neither issues nor ends a token. Throws for one that is not accepted, or suspended. */
export async function signInByToken(db: Db, token: string, now: Date): Promise<string> {
  const { accountId, tokenId } = await requireTokenHolder(db, hashToken(token));
  return openSession(db, { accountId, tokenId, wallet: null }, now);
}

/** Null once it has expired, was ended, or its token has ended. */
export async function readSession(db: Db, secret: string, now: Date): Promise<Session | null> {
  const found = await findSession(db, hashSecret(secret), now);
  if (!found) return null;
  const tokenHash = found.tokenHash ?? (await findSpendingToken(db, found.accountId, now));
  return { accountId: found.accountId, tokenId: found.tokenId, wallet: found.wallet, expiresAt: found.expiresAt, tokenHash };
}

export const endSession = (db: Db, secret: string): Promise<void> => deleteSession(db, hashSecret(secret));

export const endSessions = (db: Db, { accountId, tokenId }: Pick<Session, "accountId" | "tokenId">): Promise<void> =>
  tokenId === null ? deleteSessionsOf(db, accountId) : deleteSessionsOfTokens(db, [tokenId]);

/** Follows a rotation that was made in this session; other sessions of the old token end with it. */
export const followRotation = (db: Db, secret: string, tokenId: number): Promise<void> => moveSession(db, hashSecret(secret), tokenId);
