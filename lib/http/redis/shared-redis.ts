import type { RedisChoice } from "@/lib/config/redis-choice";
import { within } from "../operator/within";
import { redisConnection } from "./redis-connection";

/** What this service asks of a Redis besides the limits. Each rejects while Redis does not answer, and never hangs. */
export interface SharedRedis {
  ping(): Promise<unknown>;
  /** Counts one more, and forgets the key after so many seconds. */
  count(key: string, seconds: number): Promise<number>;
}

async function byConnection(url: string): Promise<SharedRedis> {
  const client = await redisConnection(url);
  return {
    ping: () => within(client.ping()),
    async count(key, seconds) {
      const [uses] = await within(client.multi().incr(key).expire(key, seconds).exec());
      return Number(uses);
    },
  };
}

async function byRest(url: string, token: string): Promise<SharedRedis> {
  const { Redis } = await import("@upstash/redis");
  const redis = new Redis({ url, token, retry: false });
  return {
    ping: () => within(redis.ping()),
    async count(key, seconds) {
      const [uses] = await within(redis.multi().incr(key).expire(key, seconds).exec<[number, number]>());
      return uses;
    },
  };
}

export const sharedRedis = (choice: RedisChoice): Promise<SharedRedis> =>
  choice.kind === "redis" ? byConnection(choice.url) : byRest(choice.url, choice.token);
