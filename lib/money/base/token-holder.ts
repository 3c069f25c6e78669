import type { Db } from "@/db/client";
import { isEmbedded } from "@/db/connection";
import { findTokenHolder, type TokenHolder } from "@/db/queries/money/tokens/tokens";
import { serviceTime } from "@/lib/config/clock";
import { ApiError } from "@/lib/errors";
import { isKnownToken, noteKnownToken, noteUnknownToken, wasUnknownToken } from "./token-memory";

export async function recallToken<Found extends object>(db: Db, hash: string, lookUp: () => Promise<Found | null>): Promise<Found | null> {
  if (wasUnknownToken(hash, Date.now())) return null;
  const wasKnown = isKnownToken(hash);
  const found = await lookUp();
  if (found) noteKnownToken(hash);
  // A token that became known during the lookup was issued after the query ran.
  else if (wasKnown || !isKnownToken(hash)) noteUnknownToken(hash, Date.now(), isEmbedded(db));
  return found;
}

export const tokenHolder = (db: Db, tokenHash: string): Promise<TokenHolder | null> =>
  recallToken(db, tokenHash, () => findTokenHolder(db, tokenHash, serviceTime()));

const UNAUTHENTICATED = { "WWW-Authenticate": 'Bearer realm="premium", error="invalid_token"' };

export const invalidToken = (): ApiError => new ApiError("invalid_token", undefined, {}, UNAUTHENTICATED);

function tokenSuspended(until: Date, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new ApiError(
    "token_suspended",
    `This token is suspended until ${until.toISOString()}, because ending it was asked for and not confirmed.`,
    { suspended_until: until.toISOString(), retry_after: seconds },
    { "Retry-After": String(seconds) },
  );
}

export function refuseSuspended({ suspendedUntil }: { suspendedUntil: Date | null }, now: Date): void {
  if (suspendedUntil !== null && suspendedUntil > now) throw tokenSuspended(suspendedUntil, now);
}

/** Throws for a token that is not accepted, or suspended. */
export async function requireTokenHolder(db: Db, tokenHash: string): Promise<TokenHolder> {
  const holder = await tokenHolder(db, tokenHash);
  if (!holder) throw invalidToken();
  refuseSuspended(holder, serviceTime());
  return holder;
}
