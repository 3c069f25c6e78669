import { hashToken } from "@/lib/money/tokens/access-token";
import { bearerOf } from "@/lib/money/call/credential";
import { isKnownToken } from "@/lib/money/call/token/token-memory";
import type { ApiRequest } from "../answer";
import type { AnyEndpoint } from "../endpoint";
import { addressOf, countRequest, uncountFreeCall } from "./limit";

export interface Counted {
  /** The RateLimit headers of the answer. */
  headers: Readonly<Record<string, string>>;
  /** For a call that its token has paid. */
  undo(): void;
}

export const UNCOUNTED: Counted = { headers: {}, undo: () => undefined };

/**
 * Counts a call against the limit of its address before any database access. A paid call whose token is known to be valid
 * is not counted: callers without a token, or guessing tokens, can only be limited by address. Throws 429.
 */
export async function countCall({ access }: AnyEndpoint, request: ApiRequest): Promise<Counted> {
  if (access.kind !== "premium") return { ...UNCOUNTED, headers: await countRequest(request) };
  const token = bearerOf(request.headers);
  if (token !== null && isKnownToken(hashToken(token))) return UNCOUNTED;
  await countRequest(request);
  return token === null ? UNCOUNTED : { ...UNCOUNTED, undo: () => uncountFreeCall(addressOf(request)) };
}
