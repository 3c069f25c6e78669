import { hashToken } from "@/lib/money/tokens/access-token";
import { bearerOf } from "@/lib/money/call/credential";
import { isKnownToken } from "@/lib/money/call/token/token-memory";
import type { ApiRequest } from "../answer";
import { addressOf, uncountFreeCall, countFreeCall } from "./limit";

const NOTHING_TO_UNDO = (): void => undefined;

/**
 * Counts a paid call against the free limit of its address before any database access, unless its token is known to be
 * valid: callers without a token, or guessing tokens, can only be limited by address. Resolves to a function that undoes
 * the count, for a token that has paid.
 */
export async function admit(request: ApiRequest): Promise<() => void> {
  const token = bearerOf(request.headers);
  if (token !== null && isKnownToken(hashToken(token))) return NOTHING_TO_UNDO;
  const address = addressOf(request);
  await countFreeCall(address);
  return token === null ? NOTHING_TO_UNDO : () => uncountFreeCall(address);
}
