import { inTransaction, type Db } from "@/db/client";
import {
  countTokensOf,
  endAllTokens,
  endTokens,
  findToken,
  isDescendant,
  lockAccount,
  rotateToken,
  suspendToken,
  type TokenState,
} from "@/db/queries/money/tokens/token-family";
import { deleteSessionsOf, deleteSessionsOfTokens } from "@/db/queries/money/tokens/sessions";
import { addToken, type TokenRow } from "@/db/queries/money/tokens/tokens";
import { hashSecret } from "@/lib/config/sealed-text";
import { DAY_MS } from "@/lib/domain/basics/time";
import { MOST_CREATED_PER_DAY, MOST_LIVE_TOKENS, SUSPENSION_SECONDS, tokenState } from "@/lib/domain/money/token-limits";
import { ApiError } from "@/lib/errors";
import { invalidToken, refuseSuspended } from "../base/token-holder";
import { mintToken, tokenShort } from "../base/access-token";

/** The owner who changes an account's tokens: a token, or with null the wallet that first paid into it. */
interface TokenActor {
  accountId: number;
  tokenId: number | null;
}

interface Change {
  actor: TokenActor;
  now: Date;
}

export interface ShownToken {
  id: number;
  token: string;
  tokenShort: string;
  name: string;
}

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

export const requestMark = (purpose: "create" | "rotate", idempotencyKey: string | null): string | null =>
  idempotencyKey === null ? null : hashSecret(`${purpose}:${idempotencyKey}`);

/** Throws when the request with this key made a token before. That token is not stored, so it cannot be shown again. */
export async function refuseRepeat(db: Db, accountId: number, madeWith: string | null): Promise<void> {
  const made = madeWith === null ? null : await findToken(db, { accountId, madeWith });
  if (made) throw new ApiError("token_already_shown", undefined, { id: made.id, token_short: tokenShort(made) });
}

async function locked<Result>(
  db: Db,
  { accountId }: TokenActor,
  work: (tx: Db, account: LockedAccount) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new Error("a token's account is not there");
    return work(tx, account);
  });
}

/** Checks the acting token under the lock. Another call may have ended or replaced it since it was authenticated. */
async function requireActive(tx: Db, { actor, now }: Change, { acceptsSuspended = false } = {}): Promise<void> {
  if (actor.tokenId === null) return;
  const token = await findToken(tx, { id: actor.tokenId });
  if (!token || tokenState(token, now) === "ended") throw invalidToken();
  if (!acceptsSuspended) refuseSuspended(token, now);
  if (token.revokedAt !== null) throw new ApiError("token_in_grace", undefined, { ends: token.revokedAt.toISOString() });
}

async function requireRoom(tx: Db, { actor, now }: Change, { isCreation }: { isCreation: boolean }): Promise<void> {
  const since = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const { accepted, created } = await countTokensOf(tx, actor.accountId, { now, since });
  if (accepted >= MOST_LIVE_TOKENS) {
    throw new ApiError("per_account_token_cap_reached", `An account has at most ${MOST_LIVE_TOKENS} tokens, those in grace included.`, {
      limit: MOST_LIVE_TOKENS,
    });
  }
  if (!isCreation || created < MOST_CREATED_PER_DAY) return;
  const seconds = Math.ceil((since.getTime() + DAY_MS - now.getTime()) / 1000);
  throw new ApiError(
    "token_daily_limit_reached",
    `The tokens of an account create at most ${MOST_CREATED_PER_DAY} tokens a day.`,
    { limit: MOST_CREATED_PER_DAY, retry_after: seconds },
    { "Retry-After": String(seconds) },
  );
}

export async function createToken(
  db: Db,
  change: Change & { name: string; idempotencyKey: string | null },
): Promise<ShownToken & { parentId: number | null }> {
  const { actor, now, name, idempotencyKey } = change;
  const madeWith = requestMark("create", idempotencyKey);
  const { token, row } = mintToken(name, "created");
  const id = await locked(db, actor, async (tx) => {
    await requireActive(tx, change);
    await refuseRepeat(tx, actor.accountId, madeWith);
    await requireRoom(tx, change, { isCreation: true });
    return addToken(tx, actor.accountId, row, now, { parentId: actor.tokenId, madeWith });
  });
  return { id, token, tokenShort: tokenShort(row), name, parentId: actor.tokenId };
}

/** Puts a new token in the place of the acting one, which may spend until the grace is over. */
export async function rotateOwnToken(
  db: Db,
  change: { actor: { accountId: number; tokenId: number }; now: Date; graceSeconds: number; idempotencyKey: string | null },
): Promise<ShownToken & { graceUntil: Date; balance: number }> {
  const { actor, now, graceSeconds, idempotencyKey } = change;
  const madeWith = requestMark("rotate", idempotencyKey);
  const { token, row } = mintToken("", "rotated");
  const graceUntil = later(now, graceSeconds);
  return locked(db, actor, async (tx, { spendable }) => {
    await refuseRepeat(tx, actor.accountId, madeWith);
    await requireActive(tx, change);
    // Without a grace the old token ends as the new one begins, so their number stays the same.
    if (graceSeconds > 0) await requireRoom(tx, change, { isCreation: false });
    const rotated = await rotateToken(tx, actor.tokenId, { row, now, graceUntil, madeWith });
    if (!rotated) throw invalidToken();
    return { id: rotated.id, token, tokenShort: tokenShort(row), name: rotated.name, graceUntil, balance: spendable };
  });
}

export interface EndedTokens {
  balance: number;
  ended: Pick<TokenState, "id" | "head" | "tail" | "name">[];
}

const idsOf = (ended: EndedTokens["ended"]): number[] => ended.map(({ id }) => id);

/**
 * Credits lost by ending the last lasting token of an account that no wallet can reopen. Null when
 * nothing would be lost.
 */
async function lossOf(tx: Db, { accountId }: TokenActor, { ownerWallet, spendable }: LockedAccount, now: Date): Promise<number | null> {
  if (ownerWallet !== null || spendable <= 0) return null;
  const { lasting } = await countTokensOf(tx, accountId, { now, since: now });
  return lasting === 0 ? spendable : null;
}

class LastTokenError extends Error {
  constructor(readonly credits: number) {
    super("the last token of an account with credits");
  }
}

const confirmationRequired = (credits: number, until: Date): ApiError =>
  new ApiError(
    "confirmation_required",
    `This is the last token of an account without a wallet: with it ${credits} ${credits === 1 ? "credit" : "credits"} would be out of reach for good. It is suspended until ${until.toISOString()}.`,
    { credits_lost: credits, suspended_until: until.toISOString() },
  );

/** Ends a token and its descendants. A token ends only itself and its own descendants. */
export async function endToken(db: Db, change: Change & { tokenId: number; isConfirmed: boolean }): Promise<EndedTokens> {
  const { actor, now, tokenId, isConfirmed } = change;
  const isSelf = tokenId === actor.tokenId;
  try {
    return await locked(db, actor, async (tx, account) => {
      await requireActive(tx, change, { acceptsSuspended: isSelf });
      const target = await findToken(tx, { id: tokenId });
      const isOwn = target?.accountId === actor.accountId && (actor.tokenId === null || (await isDescendant(tx, tokenId, actor.tokenId)));
      const ended = isOwn ? await endTokens(tx, tokenId, now) : [];
      if (ended.length === 0) throw new ApiError("token_not_found");
      const loss = isConfirmed ? null : await lossOf(tx, actor, account, now);
      if (loss !== null) throw new LastTokenError(loss);
      await deleteSessionsOfTokens(tx, idsOf(ended));
      return { balance: account.spendable, ended };
    });
  } catch (error) {
    // The refused ending is rolled back; the suspension must stand.
    if (!(error instanceof LastTokenError)) throw error;
    throw confirmationRequired(error.credits, await suspendToken(db, tokenId, later(now, SUSPENSION_SECONDS), now));
  }
}

/** Ends all tokens and sessions, for the account's wallet and the operator. */
export const endAccount = (db: Db, accountId: number, now: Date): Promise<EndedTokens> =>
  locked(db, { accountId, tokenId: null }, async (tx, { spendable }) => {
    await deleteSessionsOf(tx, accountId);
    return { balance: spendable, ended: await endAllTokens(tx, accountId, now) };
  });

/** For the operator and the account's wallet: the old token ends at once. Null when it was not in use. */
export async function replaceToken(tx: Db, tokenId: number, row: TokenRow, now: Date): Promise<number | null> {
  const token = await findToken(tx, { id: tokenId });
  if (!token) return null;
  await lockAccount(tx, token.accountId);
  return (await rotateToken(tx, tokenId, { row, now, graceUntil: now, madeWith: null }))?.id ?? null;
}

/** For the operator. Null when the token was unknown or had ended. */
export async function revokeWithDescendants(db: Db, tokenId: number, now: Date): Promise<EndedTokens | null> {
  const token = await findToken(db, { id: tokenId });
  if (!token || tokenState(token, now) === "ended") return null;
  return locked(db, { accountId: token.accountId, tokenId: null }, async (tx, { spendable }) => {
    const ended = await endTokens(tx, tokenId, now);
    await deleteSessionsOfTokens(tx, idsOf(ended));
    return ended.length === 0 ? null : { balance: spendable, ended };
  });
}
