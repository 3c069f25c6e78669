import { createHash } from "node:crypto";
import { secondsToMidnight, utcDay } from "@/lib/domain/basics/date-range";
import { ApiError } from "@/lib/errors";
import { addressKey } from "./address-keys";
import type { DailyLimit, DailyUse } from "./limits";
import { LRUCache } from "lru-cache";
import { isUnusable, type Db } from "@/db/client";
import { countDailyUse, uncountDailyUse } from "@/db/queries/freshness/operations";
import { env } from "@/lib/config/env";
import { redisChoice } from "@/lib/config/redis-choice";
import { processState } from "@/lib/config/process-state.mjs";
import { DAY_MS, DAY_SECONDS } from "@/lib/domain/basics/time";
import { sharedRedis } from "./redis";

const MOST_CALLERS = 50_000;

interface DailyCaller {
  day: string;
  policy: string;
  /** A hash of the address that changes every day. */
  caller: string;
}

/** What this process knows of the uses of a day, to go on counting by while the database is away. */
const known = processState("daily uses", () => new LRUCache<string, number>({ max: MOST_CALLERS, ttl: DAY_MS }));

const keyOf = ({ day, policy, caller }: DailyCaller): string => `daily:${policy}:${day}:${caller}`;

function countHere(key: string): number {
  const uses = (known.get(key) ?? 0) + 1;
  known.set(key, uses);
  return uses;
}

/** The use's number within its day. Throws what the database threw where nobody can count in its place. */
async function countUse(db: Db, use: DailyCaller): Promise<number> {
  const key = keyOf(use);
  try {
    const uses = await countDailyUse(db, use.day, use.policy, use.caller);
    known.set(key, uses);
    return uses;
  } catch (error) {
    if (!isUnusable(error)) throw error;
    if (!env().isVercel) return countHere(key);
    // Instances come and go on Vercel, and none knows what the others gave.
    const choice = redisChoice(env());
    if (!choice) throw error;
    return Math.max(await (await sharedRedis(choice)).count(key, DAY_SECONDS), countHere(key));
  }
}

/** Undoes one use. Uses that were counted during an outage are undone here, and those that cannot be undone stay used. */
async function uncountUse(db: Db, use: DailyCaller): Promise<void> {
  const key = keyOf(use);
  known.set(key, Math.max(0, (known.get(key) ?? 1) - 1));
  await uncountDailyUse(db, use.day, use.policy, use.caller).catch((error: unknown) => {
    if (!isUnusable(error)) throw error;
  });
}

function dailyCaller({ name }: DailyLimit, address: string, now: Date): DailyCaller {
  const day = utcDay(now);
  const hash = createHash("sha256").update(`${day}|${addressKey(address)}`);
  return { day, policy: name, caller: hash.digest("base64url") };
}

/** Undoes one use, for a call that was refused after it was counted. */
export async function giveBackDailyUse(db: Db, daily: DailyLimit, address: string, now: Date): Promise<void> {
  await uncountUse(db, dailyCaller(daily, address, now));
}

/**
 * Counts one use of a daily limit. The address is stored only as a hash that changes every day.
 * Rejects when nobody can count.
 */
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
