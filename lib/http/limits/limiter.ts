import type { Redis } from "@upstash/redis";
import type { VercelPool } from "@vercel/postgres";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRedis, type RateLimiterAbstract, type RateLimiterRes } from "rate-limiter-flexible";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { redisChoice } from "@/lib/config/redis-choice";
import { processState } from "@/lib/config/process-state.mjs";
import { LIMIT_NAMES, LIMITS, type Allowance, type Limit, type Limiter, type LimitName } from "./limits";
import { redisConnection } from "./redis";
import { withBreaker } from "./limiter-breaker";
import { memoryLimiter } from "./memory-limiter";
import { siteOf } from "./address-keys";
import { rememberingSpent } from "./spent-addresses";

const allowance = (result: RateLimiterRes, isAllowed: boolean): Allowance => ({
  isAllowed,
  remaining: Math.max(0, result.remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
});

function refused(refusal: unknown): Allowance {
  if (refusal instanceof Error) throw refusal;
  return allowance(refusal as RateLimiterRes, false);
}

const granted = (result: RateLimiterRes): Allowance => allowance(result, true);

/** Rejects with an Error while the store is down. Callers then answer anyway, as free calls are not worth an outage. */
const counting = (limiter: RateLimiterAbstract): Limiter => ({
  take: (address) => limiter.consume(address).then(granted, refused),
  giveBack: (address) => limiter.reward(address, 1).then(() => undefined),
});

/** While the store is away, this process counts by itself. */
const withFallback = (limiter: Limiter, limit: Limit): Limiter => withBreaker(limiter, memoryLimiter(limit), limit.policy);

export function postgresLimiter(client: Pool | VercelPool, limit: Limit): Limiter {
  const limiter = new RateLimiterPostgres({
    storeClient: client,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: limit.policy,
    points: limit.calls,
    duration: limit.windowSeconds,
  });
  return withFallback(counting(limiter), limit);
}

async function databaseLimiter(limit: Limit): Promise<Limiter> {
  const { connection } = await import("@/db/database");
  const opened = await connection();
  return opened.driver === "pglite" ? memoryLimiter(limit) : postgresLimiter(opened.client, limit);
}

/** Upstash's scripts begin with a flag that only its own servers know. A plain Redis behind HTTP refuses it. */
const UPSTASH_FLAG = /^#!lua flags=[^\n]*\n/;
const isUpstash = (url: string): boolean => new URL(url).hostname.endsWith(".upstash.io");

async function connectUpstash(url: string, token: string): Promise<Redis> {
  const { Redis } = await import("@upstash/redis");
  const redis = new Redis({ url, token, retry: { retries: 1, backoff: () => 50 } });
  if (isUpstash(url)) return redis;
  const run = (script: string, keys: string[], args: unknown[]) => redis.eval(script.replace(UPSTASH_FLAG, ""), keys, args);
  // The method stands on an object that inherits from the client. The client itself is a Proxy that takes none.
  return Object.create(redis, { eval: { value: run } });
}

export async function upstashLimiter(url: string, token: string, limit: Limit): Promise<Limiter> {
  const [{ Ratelimit }, redis] = await Promise.all([import("@upstash/ratelimit"), connectUpstash(url, token)]);
  const limiter = new Ratelimit({
    redis,
    limiter: Ratelimit.fixedWindow(limit.calls, `${limit.windowSeconds} s`),
    prefix: limit.policy,
    timeout: 0,
  });
  const counted: Limiter = {
    async take(address) {
      const { success, remaining, reset } = await limiter.limit(address);
      return { isAllowed: success, remaining: Math.max(0, remaining), resetSeconds: Math.max(1, Math.ceil((reset - Date.now()) / 1000)) };
    },
    async giveBack(address) {
      await limiter.limit(address, { rate: -1 });
    },
  };
  return withFallback(counted, limit);
}

export async function redisLimiter(url: string, limit: Limit): Promise<Limiter> {
  const limiter = new RateLimiterRedis({
    storeClient: await redisConnection(url),
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    keyPrefix: limit.policy,
    points: limit.calls,
    duration: limit.windowSeconds,
  });
  return withFallback(counting(limiter), limit);
}

function chooseLimiter(limit: Limit): Promise<Limiter> | Limiter {
  const redis = redisChoice(env());
  if (redis) return redis.kind === "redis" ? redisLimiter(redis.url, limit) : upstashLimiter(redis.url, redis.token, limit);
  return databaseChoice(env()).driver === "pglite" ? memoryLimiter(limit) : databaseLimiter(limit);
}

const shared = processState<{ limiters: Map<LimitName, Promise<Limiter>> }>("limiters", () => ({ limiters: new Map() }));

/** For tests that count by themselves; null for the limiters of the configuration again. */
export function registerLimiters(limiterFor: ((name: LimitName) => Limiter) | null): void {
  shared.limiters.clear();
  if (!limiterFor) return;
  for (const name of LIMIT_NAMES) shared.limiters.set(name, Promise.resolve(limiterFor(name)));
}

/** Shares one limiter by name in the process, so that a call is counted once, whoever answers it. */
export function limiterOf(name: LimitName): Promise<Limiter> {
  const known = shared.limiters.get(name);
  if (known) return known;
  const limit = LIMITS[name];
  const choose = name === "probes" ? memoryLimiter : chooseLimiter;
  const chosen = countingSites(limit, choose)
    .catch(() => countingSites(limit, memoryLimiter))
    .then((limiter) => rememberingSpent(name, limiter));
  shared.limiters.set(name, chosen);
  return chosen;
}

/** A site's networks together may call so many times as often as one of them. */
const SITE_FACTOR = 4;

const ofSite = (limit: Limit): Limit => ({ ...limit, policy: `${limit.policy}-site`, calls: SITE_FACTOR * limit.calls });

const tighter = (one: Allowance, other: Allowance): Allowance => {
  if (one.isAllowed !== other.isAllowed) return one.isAllowed ? other : one;
  return one.remaining <= other.remaining ? one : other;
};

/**
 * Counts a network of IPv6 in its site as well, since a /48 has 65,536 networks to call from. Keys are
 * those of `addressKey`.
 */
export async function countingSites(limit: Limit, choose: (limit: Limit) => Promise<Limiter> | Limiter): Promise<Limiter> {
  const [networks, sites] = [await choose(limit), await choose(ofSite(limit))];
  return {
    async take(address) {
      const site = siteOf(address);
      if (site === null) return networks.take(address);
      return tighter(...(await Promise.all([networks.take(address), sites.take(site)])));
    },
    async giveBack(address) {
      const site = siteOf(address);
      await Promise.all([networks.giveBack(address), ...(site === null ? [] : [sites.giveBack(site)])]);
    },
  };
}
