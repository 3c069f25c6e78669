import { LRUCache } from "lru-cache";
import { isUnusable, type Db } from "@/db/client";
import { countDailyUse, uncountDailyUse } from "@/db/queries/freshness/operations";
import { env } from "@/lib/config/env";
import { redisChoice } from "@/lib/config/redis-choice";
import { processState } from "@/lib/config/process-state.mjs";
import { DAY_MS, DAY_SECONDS } from "@/lib/domain/basics/time";
import { sharedRedis } from "./redis/shared-redis";

const MOST_CALLERS = 50_000;

export interface DailyCaller {
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
export async function countUse(db: Db, use: DailyCaller): Promise<number> {
  const key = keyOf(use);
  try {
    const uses = await countDailyUse(db, use.day, use.policy, use.caller);
    known.set(key, uses);
    return uses;
  } catch (error) {
    if (!isUnusable(error)) throw error;
    if (!env().isVercel) return countHere(key);
    // Instances come and go there, and none knows what the others gave.
    const choice = redisChoice(env());
    if (!choice) throw error;
    return Math.max(await (await sharedRedis(choice)).count(key, DAY_SECONDS), countHere(key));
  }
}

/** Undoes one use; what was counted during an outage is undone here, and what cannot be undone stays used. */
export async function uncountUse(db: Db, use: DailyCaller): Promise<void> {
  const key = keyOf(use);
  known.set(key, Math.max(0, (known.get(key) ?? 1) - 1));
  await uncountDailyUse(db, use.day, use.policy, use.caller).catch((error: unknown) => {
    if (!isUnusable(error)) throw error;
  });
}
