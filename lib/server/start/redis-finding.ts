import type { Env } from "@/lib/config/env";
import { bad, good, type Finding } from "./finding";

const NAME = "Redis";
const ANSWERS_MS = 5000;

/** Whether the store of the rate limits answers; null where none is configured, because one process can count alone. */
export async function redisFinding({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token }: Env): Promise<Finding | null> {
  if (!url || !token) return null;
  const { host } = new URL(url);
  const { Redis } = await import("@upstash/redis");
  try {
    await new Redis({ url, token, retry: false, signal: () => AbortSignal.timeout(ANSWERS_MS) }).ping();
    return good(NAME, `${host} answers`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return bad(
      NAME,
      `${host} cannot be asked (${reason}), so that each process counts rate limits by itself`,
      "start Redis again, or correct UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN",
    );
  }
}
