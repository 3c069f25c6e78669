import { database } from "@/db/database";
import { serviceTime } from "@/lib/config/clock";
import { ApiError } from "@/lib/errors";
import { configuredRails, requireChain } from "@/lib/money/call/rails";
import { endSession, endSessions, followRotation, readSession, signInByToken } from "@/lib/money/sessions/sessions";
import { signInByWallet, startSignIn, type OpenableAccount } from "@/lib/money/sessions/wallet-sign-in";
import { createToken, endAccount, endToken, rotateOwnToken, type EndedTokens, type ShownToken } from "@/lib/money/tokens/account-tokens";
import { baseUrl } from "../build";

import { countVisit } from "../count-visit";
import { addressOf } from "../steps/limit";
import { requireOwnOrigin } from "./require-origin";
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from "./session-cookie";
import type { AccountSession, Visit } from "./visit";

/** Who is signed in; null for nobody. */
export async function currentSession({ cookies }: Pick<Visit, "cookies">): Promise<AccountSession | null> {
  const secret = await readSessionCookie(cookies);
  const session = secret === null ? null : await readSession(await database(), secret, serviceTime());
  return session && secret !== null ? { ...session, secret } : null;
}

export async function requireSession(visit: Pick<Visit, "cookies">): Promise<AccountSession> {
  const session = await currentSession(visit);
  if (!session) throw new ApiError("session_required");
  return session;
}

/** Forms of the account count in the limit of their address, as the endpoints do. Signing out is never refused by it. */
async function admit({ headers }: Visit): Promise<void> {
  requireOwnOrigin(headers);
  await countVisit(addressOf({ headers, method: "POST", url: "", body: null }));
}

const walletSetup = () => ({ chain: requireChain(), baseUrl: baseUrl(), now: serviceTime() });

export async function signInWithToken(visit: Visit, token: string): Promise<void> {
  await admit(visit);
  await writeSessionCookie(visit.cookies, await signInByToken(await database(), token, serviceTime()));
}

/** Without a configured chain no wallet can prove anything. */
export const canSignInWithWallet = (): boolean => configuredRails().chain !== null;

/** The text that the wallet signs. `wallet` is 0x and 40 hex digits. */
export async function startWalletSignIn(visit: Visit, wallet: string): Promise<string> {
  await admit(visit);
  return startSignIn(walletSetup(), wallet);
}

/** Null once the session is open, otherwise the accounts to choose from: then call again with the same text and `accountId`. */
export async function signInWithWallet(
  visit: Visit,
  proof: { text: string; signature: string; accountId: number | null },
): Promise<OpenableAccount[] | null> {
  await admit(visit);
  const signedIn = await signInByWallet(await database(), walletSetup(), proof);
  if (signedIn.kind === "choose") return signedIn.accounts;
  await writeSessionCookie(visit.cookies, signedIn.secret);
  return null;
}

/** Deletes the session, so that a copy of the cookie opens nothing either. */
export async function signOut(visit: Visit): Promise<void> {
  requireOwnOrigin(visit.headers);
  const secret = await readSessionCookie(visit.cookies);
  if (secret !== null) await endSession(await database(), secret);
  await clearSessionCookie(visit.cookies);
}

/** Deletes every session of the account, or for a token those that it signed in: it does not rule over other tokens' sessions. */
export async function signOutEverywhere(visit: Visit): Promise<void> {
  requireOwnOrigin(visit.headers);
  const { accountId, tokenId } = await requireSession(visit);
  await endSessions(await database(), { accountId, tokenId });
  await clearSessionCookie(visit.cookies);
}

/** Ends every session and every token of the account, for its wallet. A token may end only itself and its descendants. */
export async function endEverything(visit: Visit): Promise<EndedTokens> {
  await admit(visit);
  const session = await requireSession(visit);
  if (session.wallet === null) throw new ApiError("session_required", "Only the account's wallet ends all tokens at once.");
  const ended = await endAccount(await database(), session.accountId, serviceTime());
  await clearSessionCookie(visit.cookies);
  return ended;
}

interface Keyed {
  /** Made when the form was rendered. */
  idempotencyKey: string;
}

export async function createTokenInSession(visit: Visit, { name, idempotencyKey }: Keyed & { name: string }): Promise<ShownToken> {
  await admit(visit);
  const actor = await requireSession(visit);
  return createToken(await database(), { actor, name, idempotencyKey, now: serviceTime() });
}

/** Replaces the token that signed in; the session goes on with the new one. */
export async function rotateTokenInSession(
  visit: Visit,
  { graceSeconds, idempotencyKey }: Keyed & { graceSeconds: number },
): Promise<ShownToken & { graceUntil: Date }> {
  await admit(visit);
  const { accountId, tokenId, secret } = await requireSession(visit);
  if (tokenId === null) throw new ApiError("session_required", "Sign in with the token that is to be replaced.");
  const db = await database();
  const rotated = await rotateOwnToken(db, { actor: { accountId, tokenId }, graceSeconds, idempotencyKey, now: serviceTime() });
  await followRotation(db, secret, rotated.id);
  return rotated;
}

/** A wallet ends any token of its account; a token itself and its descendants. */
export async function endTokenInSession(
  visit: Visit,
  { tokenId, isConfirmed }: { tokenId: number; isConfirmed: boolean },
): Promise<EndedTokens> {
  await admit(visit);
  const actor = await requireSession(visit);
  return endToken(await database(), { actor, tokenId, isConfirmed, now: serviceTime() });
}
