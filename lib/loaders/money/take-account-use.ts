import type { Db } from "@/db/client";
import { countAccountUse } from "@/db/queries/money/call/call-counters";
import type { AccountLimit } from "@/lib/domain/money/call-breakers";
import { ApiError } from "@/lib/errors";

/** Counts one use of a limit that an account has; throws 429 beyond it. */
export async function takeAccountUse(db: Db, accountId: number, limit: AccountLimit, now: Date): Promise<void> {
  const until = await countAccountUse(db, accountId, limit, now);
  if (!until) return;
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  throw new ApiError(
    "rate_limit_exceeded",
    `More than ${limit.calls} ${limit.what} in ${limit.windowSeconds} seconds by one account. Try again in ${seconds} seconds.`,
    { limit: limit.calls, remaining: 0, reset_seconds: seconds, scope: "per account per minute", retry_after: seconds },
    { "Retry-After": String(seconds) },
  );
}
