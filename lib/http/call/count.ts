import { ApiError } from "@/lib/errors";
import { bringsPayment, tokenHashOf } from "@/lib/money/call/credential";
import { isKnownToken } from "@/lib/money/base/token-memory";
import type { ApiRequest } from "../answer";
import type { AnyEndpoint } from "../endpoint";
import { countRequest, uncountRequest } from "../limits/count-request";

export interface Counted {
  /** The RateLimit headers of the answer. */
  headers: Readonly<Record<string, string>>;
  /** For a call that is paid. */
  undo(): void;
  /** Counts a call that was not counted because its token is known, and that this token did not pay. Throws 429. */
  countUnpaid(): Promise<void>;
}

export const UNCOUNTED: Counted = { headers: {}, undo: () => undefined, countUnpaid: async () => undefined };

async function countPremiumCall(request: ApiRequest): Promise<Counted> {
  const name = bringsPayment((header) => request.headers.get(header)) ? "payments" : "free";
  const tokenHash = tokenHashOf(request);
  if (name === "free" && tokenHash !== null && isKnownToken(tokenHash)) {
    return { ...UNCOUNTED, countUnpaid: async () => void (await countRequest(request)) };
  }
  await countRequest(request, name);
  const isAttempt = name === "payments" || tokenHash !== null;
  return isAttempt ? { ...UNCOUNTED, undo: () => uncountRequest(request, name) } : UNCOUNTED;
}

/**
 * Counts a call against a limit of its address before any database access. A paid call whose token is known to be valid
 * is not counted: callers without a token, or guessing tokens, can only be limited by address. Throws 429.
 */
export async function countCall({ access }: AnyEndpoint, request: ApiRequest): Promise<Counted> {
  if (access.kind === "premium") return countPremiumCall(request);
  return { ...UNCOUNTED, headers: await countRequest(request, access.kind === "free" ? access.limit : "free") };
}

const UNPAID_STATUSES: readonly number[] = [401, 402, 409];

/** Opens a paid call. A call that lacks a payment, or was answered before, counts as a free one. */
export async function openCounted<Opened extends object>(counted: Counted, open: () => Promise<Opened>): Promise<Opened> {
  const opened = await open().catch(async (error: unknown) => {
    if (error instanceof ApiError && UNPAID_STATUSES.includes(error.status)) await counted.countUnpaid();
    throw error;
  });
  if ("answered" in opened) await counted.countUnpaid();
  else counted.undo();
  return opened;
}
