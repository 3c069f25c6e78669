import type { Db } from "@/db/client";
import { isEmbedded } from "@/db/connection";
import { findTokenHolder, type TokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken } from "@/lib/money/tokens/access-token";
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

export function tokenHolder(db: Db, token: string): Promise<TokenHolder | null> {
  const hash = hashToken(token);
  return recallToken(db, hash, () => findTokenHolder(db, hash));
}
