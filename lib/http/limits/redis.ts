import type { createClient } from "redis";
import { processState } from "@/lib/config/process-state.mjs";
import { within } from "@/lib/config/within";
import type { RedisChoice } from "@/lib/config/redis-choice";

const CONNECT_MS = 2000;
/** A connection that is silent for the longer time is given up. Pings keep a working one from being so quiet. */
const PING_EVERY_MS = 2000;
const SILENCE_MS = 5000;
const LONGEST_PAUSE_MS = 1000;
/** More commands than these wait for no answer: those beyond fail at once. */
const MOST_WAITING = 5000;

export type RedisConnection = Awaited<ReturnType<typeof openClient>>;

async function openClient(url: string) {
  const redis = await import("redis");
  const client = redis.createClient({
    url,
    RESP: 2,
    // A command without a connection fails at once instead of waiting for one.
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_WAITING,
    pingInterval: PING_EVERY_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries: number) => Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(retries, 5)),
    },
  } satisfies Parameters<typeof createClient>[0]);
  // Each failed command tells its own caller.
  client.on("error", () => undefined);
  return client;
}

/** Waits for the connection for a moment only; the client goes on trying by itself. */
async function connectRedis(url: string): Promise<RedisConnection> {
  const client = await openClient(url);
  const connecting = client.connect();
  connecting.catch(() => undefined);
  await within(connecting).catch(() => undefined);
  // A process whose work is done does not stay for it.
  client.unref();
  return client;
}

const opened = processState<{ clients: Map<string, Promise<RedisConnection>> }>("redis connections", () => ({ clients: new Map() }));

/** The process's connection to this address. */
export function redisConnection(url: string): Promise<RedisConnection> {
  const known = opened.clients.get(url) ?? connectRedis(url);
  opened.clients.set(url, known);
  return known;
}

/** For a command, whose process would go on trying to connect. */
export async function closeRedisConnections(): Promise<void> {
  const clients = [...opened.clients.values()];
  opened.clients.clear();
  for (const client of await Promise.all(clients)) if (client.isOpen) client.destroy();
}

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
