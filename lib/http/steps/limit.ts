import { createHash } from "node:crypto";
import { secondsToMidnight, utcDay } from "@/lib/domain/basics/date-range";
import type { Db } from "@/db/client";
import { countDailyUse } from "@/db/queries/freshness/operations";
import { ApiError } from "@/lib/errors";
import { env } from "@/lib/config/env";
import { describeError, log } from "@/lib/config/log";
import type { ApiRequest } from "../answer";
import { ADDRESS_HEADER, limitKey } from "../address-keys";
import type { DailyLimit, DailyUse } from "../endpoint";
import { giveFreeBack, limitHeaders, takeFree, type Allowance } from "../limiter";
import { rateRefusal } from "../rate-refusal";

/** Our node server writes the address on every request; on Vercel, where nobody does, a caller could write it. */
export function addressOf({ headers }: ApiRequest, isVercel = env().isVercel): string {
  const address = isVercel ? (headers.get("x-real-ip") ?? headers.get("x-forwarded-for")?.split(",")[0]) : headers.get(ADDRESS_HEADER);
  return address?.trim() || "unknown";
}

function headersOf(taken: Allowance): Record<string, string> {
  if (!taken.isAllowed) throw rateRefusal(taken);
  return limitHeaders(taken);
}

function withoutLimiter(error: unknown): Record<string, string> {
  log.warn("rate limiter is down", { error: describeError(error) });
  return {};
}

/** Counts one free call, or rejects with 429. A limiter that is down refuses nobody. */
export const takeFreeCall = (address: string): Promise<Record<string, string>> =>
  takeFree(limitKey(address)).then(headersOf, withoutLimiter);

/** Takes back what was counted; a store that is down has nothing to take back. */
export const giveFreeCallBack = (address: string): void => void giveFreeBack(limitKey(address)).catch(() => undefined);

/** Counts one use of a daily limit; the address is kept only as a hash that changes every day. */
export async function takeDailyUse(db: Db, daily: DailyLimit, address: string, now: Date): Promise<DailyUse> {
  const day = utcDay(now);
  const caller = createHash("sha256")
    .update(`${day}|${limitKey(address)}`)
    .digest("base64url");
  let uses = 0;
  try {
    uses = await countDailyUse(db, day, daily.name, caller);
  } catch (error) {
    log.warn("daily limit cannot be counted", { error: describeError(error) });
  }
  if (uses <= daily.perDay) return { limit: daily.perDay, remaining: daily.perDay - uses };
  const reset = secondsToMidnight(now);
  throw new ApiError(
    "rate_limit_exceeded",
    `${daily.perDay} calls per UTC day and address are free; they are used up. They return at midnight UTC.`,
    {
      limit: daily.perDay,
      remaining: 0,
      reset_seconds: reset,
      reset_in_hours: Math.ceil(reset / 3600),
      scope: "per IP per UTC day",
      retry_after: reset,
      ...(daily.premiumEndpoint ? { premium_endpoint: daily.premiumEndpoint } : {}),
    },
    { "Retry-After": String(reset) },
  );
}
