import type { Env } from "./env";

export type RedisChoice = { kind: "redis"; url: string } | { kind: "upstash"; url: string; token: string };

/** The Redis of limits and shared counts; null where none is configured. REDIS_URL wins, because it was named for this service alone. */
export function redisChoice({ REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token }: Env): RedisChoice | null {
  if (REDIS_URL) return { kind: "redis", url: REDIS_URL };
  return url && token ? { kind: "upstash", url, token } : null;
}
