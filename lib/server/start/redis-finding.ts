import type { Env } from "@/lib/config/env";
import { redisChoice } from "@/lib/config/redis-choice";
import { closeRedisConnections } from "@/lib/http/redis/redis-connection";
import { sharedRedis } from "@/lib/http/redis/shared-redis";
import { bad, good, type Finding } from "./finding";

const NAME = "Redis";

const KEYS_OF = { redis: "REDIS_URL", upstash: "UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN" };

/** Whether the store of the rate limits answers; null where none is configured, because one process can count alone. */
export async function redisFinding(env: Env): Promise<Finding | null> {
  const choice = redisChoice(env);
  if (!choice) return null;
  const { host } = new URL(choice.url);
  const beaten = choice.kind === "redis" && env.UPSTASH_REDIS_REST_URL ? "; REDIS_URL wins, and UPSTASH_REDIS_REST_URL is not used" : "";
  try {
    await (await sharedRedis(choice)).ping();
    return good(NAME, `${host} answers${beaten}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return bad(
      NAME,
      `${host} cannot be asked (${reason}), so that each process counts rate limits by itself${beaten}`,
      `start Redis again, or correct ${KEYS_OF[choice.kind]}`,
    );
  } finally {
    await closeRedisConnections();
  }
}
