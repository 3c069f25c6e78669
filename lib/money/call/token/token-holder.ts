import type { Db } from "@/db/client";
import { isEmbedded } from "@/db/connection";
import { findTokenHolder, type TokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken } from "@/lib/money/tokens/access-token";
import { isKnownToken, noteKnownToken, noteUnknownToken, wasUnknownToken } from "./token-memory";

/** Looks a token up and notes whether it exists. Null: it does not; a token that was unknown a moment ago is not looked up again. */
export async function recallToken<Found extends object>(db: Db, hash: string, ask: () => Promise<Found | null>): Promise<Found | null> {
  if (wasUnknownToken(hash, Date.now())) return null;
  const wasKnown = isKnownToken(hash);
  const found = await ask();
  if (found) noteKnownToken(hash);
  // One that became known in the meantime was issued after the question.
  else if (wasKnown || !isKnownToken(hash)) noteUnknownToken(hash, Date.now(), isEmbedded(db));
  return found;
}

/** Null: unknown or revoked. */
export function tokenHolder(db: Db, token: string): Promise<TokenHolder | null> {
  const hash = hashToken(token);
  return recallToken(db, hash, () => findTokenHolder(db, hash));
}
