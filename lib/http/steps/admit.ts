import { hashToken } from "@/lib/money/tokens/access-token";
import { bearerOf } from "@/lib/money/call/credential";
import { isKnownToken } from "@/lib/money/call/token/token-memory";
import type { ApiRequest } from "../answer";
import { addressOf, giveFreeCallBack, takeFreeCall } from "./limit";

const NOTHING_TAKEN = (): void => undefined;

/**
 * Counts a paid call in the free calls of its address before the database is asked for it, unless its token was accepted
 * before: who has no token, or guesses at them, is known by the address only. Resolves to what takes the count back
 * once the token has paid.
 */
export async function admit(request: ApiRequest): Promise<() => void> {
  const token = bearerOf(request.headers);
  if (token !== null && isKnownToken(hashToken(token))) return NOTHING_TAKEN;
  const address = addressOf(request);
  await takeFreeCall(address);
  return token === null ? NOTHING_TAKEN : () => giveFreeCallBack(address);
}
