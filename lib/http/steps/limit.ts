import { createHash } from "node:crypto";
import { secondsToMidnight, utcDay } from "@/lib/domain/basics/date-range";
import type { Db } from "@/db/client";
import { ApiError } from "@/lib/errors";
import { env } from "@/lib/config/env";
import { describeError, log } from "@/lib/config/log";
import type { ApiRequest } from "../answer";
import { ADDRESS_HEADER, addressKey } from "../address-keys";
import { countUse, uncountUse, type DailyCaller } from "../daily-uses";
import type { DailyLimit, DailyUse } from "../endpoint";
import type { Allowance } from "../allowance";
import { limitHeaders, limiterOf, type LimitName } from "../limiter";
import { rateRefusal } from "../rate-refusal";

/** Our node server overwrites ADDRESS_HEADER; on Vercel nobody does, so a caller could forge it. */
export function addressOf({ headers }: ApiRequest, isVercel = env().isVercel): string {
  const address = isVercel ? (headers.get("x-real-ip") ?? headers.get("x-forwarded-for")?.split(",")[0]) : headers.get(ADDRESS_HEADER);
  return address?.trim() || "unknown";
}

function headersOf(name: LimitName, allowance: Allowance): Record<string, string> {
  if (!allowance.isAllowed) throw rateRefusal(name, allowance);
  return limitHeaders(name, allowance);
}

function withoutLimiter(error: unknown): Record<string, string> {
  log.warn("rate limiter is down", { error: describeError(error) });
  return {};
}

const take = (name: LimitName, address: string): Promise<Allowance> => limiterOf(name).then((limiter) => limiter.take(addressKey(address)));

/** Resolves to the RateLimit headers, or rejects with 429. A limiter that is down refuses nobody. */
const countAgainst = (name: LimitName, address: string): Promise<Record<string, string>> =>
  take(name, address).then((allowance) => headersOf(name, allowance), withoutLimiter);

export const countFreeCall = (address: string): Promise<Record<string, string>> => countAgainst("free", address);

/** The same for a request that the front may have counted against this limit. */
export const countRequest = async (request: ApiRequest, name: LimitName = "free"): Promise<Record<string, string>> =>
  request.allowance ? headersOf(name, request.allowance) : countAgainst(name, addressOf(request));

/** Undoes one count; a store that is down has counted nothing. */
export const uncountRequest = (request: ApiRequest, name: LimitName): void =>
  void limiterOf(name)
    .then((limiter) => limiter.giveBack(addressKey(addressOf(request))))
    .catch(() => undefined);

function dailyCaller({ name }: DailyLimit, address: string, now: Date): DailyCaller {
  const day = utcDay(now);
  const hash = createHash("sha256").update(`${day}|${addressKey(address)}`);
  return { day, policy: name, caller: hash.digest("base64url") };
}

/** Undoes one use, for a call that was refused after it was counted. */
export async function giveBackDailyUse(db: Db, daily: DailyLimit, address: string, now: Date): Promise<void> {
  await uncountUse(db, dailyCaller(daily, address, now));
}

/** Counts one use of a daily limit; the address is kept only as a hash that changes every day. Rejects when nobody can count. */
export async function takeDailyUse(db: Db, daily: DailyLimit, address: string, now: Date): Promise<DailyUse> {
  const uses = await countUse(db, dailyCaller(daily, address, now));
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
