import type { VercelPool } from "@vercel/postgres";
import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract, type RateLimiterRes } from "rate-limiter-flexible";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { processState } from "@/lib/config/process-state";

export const FREE_LIMIT = { policy: "free-ip", calls: 120, windowSeconds: 60 } as const;

/** Pages that are rendered for one address, those sent from memory not counted. Our node server counts them; Vercel does not. */
export const RENDER_LIMIT = { calls: 60, windowSeconds: 60 } as const;

export interface Allowance {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

export interface Limiter {
  take(address: string): Promise<Allowance>;
  giveBack(address: string): Promise<void>;
}

const { calls: points, windowSeconds: duration } = FREE_LIMIT;

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

/** Rejects with an Error while the store is down; callers then answer anyway: free calls are not worth an outage. */
const counting = (limiter: RateLimiterAbstract): Limiter => ({
  take: (address) => limiter.consume(address).then(granted, refused),
  giveBack: (address) => limiter.reward(address, 1).then(() => undefined),
});

export const memoryLimiter = ({ calls, windowSeconds }: { calls: number; windowSeconds: number } = FREE_LIMIT): Limiter =>
  counting(new RateLimiterMemory({ points: calls, duration: windowSeconds }));

/** A store that takes longer counts as down. */
const STORE_PATIENCE_MS = 2000;

/** While the store is down or slow, this process counts by itself. */
function withFallback(limiter: Limiter): Limiter {
  const fallback = memoryLimiter();
  return {
    async take(address) {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), STORE_PATIENCE_MS);
      });
      const counted = await Promise.race([limiter.take(address).catch(() => null), silence]);
      clearTimeout(timer);
      return counted ?? fallback.take(address);
    },
    giveBack: (address) => limiter.giveBack(address),
  };
}

export function postgresLimiter(client: Pool | VercelPool): Limiter {
  const limiter = new RateLimiterPostgres({
    storeClient: client,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    points,
    duration,
  });
  return withFallback(counting(limiter));
}

async function databaseLimiter(): Promise<Limiter> {
  const { connection } = await import("@/db/database");
  const opened = await connection();
  return opened.driver === "pglite" ? memoryLimiter() : postgresLimiter(opened.client);
}

export async function upstashLimiter(url: string, token: string): Promise<Limiter> {
  const [{ Ratelimit }, { Redis }] = await Promise.all([import("@upstash/ratelimit"), import("@upstash/redis")]);
  const redis = new Redis({ url, token, retry: { retries: 1, backoff: () => 50 } });
  const limiter = new Ratelimit({ redis, limiter: Ratelimit.fixedWindow(points, `${duration} s`), prefix: FREE_LIMIT.policy, timeout: 0 });
  return withFallback({
    async take(address) {
      const { success, remaining, reset } = await limiter.limit(address);
      return { isAllowed: success, remaining: Math.max(0, remaining), resetSeconds: Math.max(1, Math.ceil((reset - Date.now()) / 1000)) };
    },
    async giveBack(address) {
      await limiter.limit(address, { rate: -1 });
    },
  });
}

function chooseLimiter(): Promise<Limiter> | Limiter {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env();
  if (url && token) return upstashLimiter(url, token);
  return databaseChoice(env()).driver === "pglite" ? memoryLimiter() : databaseLimiter();
}

const shared = processState<{ limiter?: Promise<Limiter> | undefined }>("limiter", () => ({}));

/** For a process in which another thread does the counting. */
export function registerFreeLimiter(limiter: Limiter | undefined): void {
  shared.limiter = limiter && Promise.resolve(limiter);
}

/** One for the process, so that a call is counted once, whoever answers it. */
export function freeLimiter(): Promise<Limiter> {
  shared.limiter ??= Promise.resolve()
    .then(chooseLimiter)
    .catch(() => memoryLimiter());
  return shared.limiter;
}

/** Counts one free call. */
export const consumeFree = (address: string): Promise<Allowance> => freeLimiter().then((limiter) => limiter.take(address));

export const refundFree = (address: string): Promise<void> => freeLimiter().then((limiter) => limiter.giveBack(address));

export function limitHeaders({ remaining, resetSeconds }: Allowance): Record<string, string> {
  return {
    "RateLimit-Policy": `"${FREE_LIMIT.policy}";q=${points};w=${duration}`,
    RateLimit: `"${FREE_LIMIT.policy}";r=${remaining};t=${resetSeconds}`,
    "RateLimit-Limit": String(points),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  };
}
