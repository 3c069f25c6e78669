import { ApiError } from "@/lib/errors";
import { configuredRails } from "@/lib/money/base/rails";
import type { OpenableAccount, WalletProof } from "@/lib/money/sessions/wallet-sign-in";
import type { EndedTokens, ShownToken } from "@/lib/money/tokens/account-tokens";
import { countVisit } from "./engine";
import { addressOf } from "../limits/address-keys";
import { workOnAccount } from "./account-work";
import { requireOwnOrigin } from "./require-origin";
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from "./session-cookie";
import type { AccountSession, Visit } from "./visit";

/** Who is signed in; null for nobody. */
export async function currentSession({ cookies }: Pick<Visit, "cookies">): Promise<AccountSession | null> {
  const secret = await readSessionCookie(cookies);
  const session = secret === null ? null : await workOnAccount("readSession", secret);
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
  await countVisit(addressOf({ headers }));
}

export async function signInWithToken(visit: Visit, token: string): Promise<void> {
  await admit(visit);
  await writeSessionCookie(visit.cookies, await workOnAccount("signInByToken", token));
}

/** Without a configured chain no wallet can prove anything. */
export const canSignInWithWallet = (): boolean => configuredRails().chain !== null;

/** The text that the wallet signs. `wallet` is 0x and 40 hex digits. */
export async function startWalletSignIn(visit: Visit, wallet: string): Promise<string> {
  await admit(visit);
  return workOnAccount("startSignIn", wallet);
}

/**
 * Null once the session is open, otherwise the accounts to choose from. Then call again with the same
 * text and `accountId`.
 */
export async function signInWithWallet(visit: Visit, proof: WalletProof): Promise<OpenableAccount[] | null> {
  await admit(visit);
  const signedIn = await workOnAccount("signInByWallet", proof);
  if (signedIn.kind === "choose") return signedIn.accounts;
  await writeSessionCookie(visit.cookies, signedIn.secret);
  return null;
}

/** Deletes the session, so that a copy of the cookie opens nothing either. */
export async function signOut(visit: Visit): Promise<void> {
  requireOwnOrigin(visit.headers);
  const secret = await readSessionCookie(visit.cookies);
  if (secret !== null) await workOnAccount("endSession", secret);
  clearSessionCookie(visit.cookies);
}

/**
 * Deletes every session of the account. A token deletes only the sessions that it signed in, as it
 * does not rule over other tokens'.
 */
export async function signOutEverywhere(visit: Visit): Promise<void> {
  requireOwnOrigin(visit.headers);
  const { accountId, tokenId } = await requireSession(visit);
  await workOnAccount("endSessions", { accountId, tokenId });
  clearSessionCookie(visit.cookies);
}

/** Ends every session and every token of the account, for its wallet. A token may end only itself and its descendants. */
export async function endEverything(visit: Visit): Promise<EndedTokens> {
  await admit(visit);
  const session = await requireSession(visit);
  if (session.wallet === null) throw new ApiError("session_required", "Only the account's wallet ends all tokens at once.");
  const ended = await workOnAccount("endAccount", session.accountId);
  clearSessionCookie(visit.cookies);
  return ended;
}

interface Keyed {
  /** Made when the form was rendered. */
  idempotencyKey: string;
}

export async function createTokenInSession(visit: Visit, { name, idempotencyKey }: Keyed & { name: string }): Promise<ShownToken> {
  await admit(visit);
  const actor = await requireSession(visit);
  return workOnAccount("createToken", { actor, name, idempotencyKey });
}

/** Replaces the token that signed in; the session goes on with the new one. */
export async function rotateTokenInSession(
  visit: Visit,
  { graceSeconds, idempotencyKey }: Keyed & { graceSeconds: number },
): Promise<ShownToken & { graceUntil: Date }> {
  await admit(visit);
  const { accountId, tokenId, secret } = await requireSession(visit);
  if (tokenId === null) throw new ApiError("session_required", "Sign in with the token that is to be replaced.");
  return workOnAccount("rotateToken", secret, { actor: { accountId, tokenId }, graceSeconds, idempotencyKey });
}

/** A wallet ends any token of its account; a token itself and its descendants. */
export async function endTokenInSession(
  visit: Visit,
  { tokenId, isConfirmed }: { tokenId: number; isConfirmed: boolean },
): Promise<EndedTokens> {
  await admit(visit);
  const actor = await requireSession(visit);
  return workOnAccount("endToken", { actor, tokenId, isConfirmed });
}
