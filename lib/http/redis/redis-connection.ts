import type { createClient } from "redis";
import { processState } from "@/lib/config/process-state.mjs";
import { within } from "../operator/within";

const CONNECT_MS = 2000;
/** A connection on which nothing came for the longer time is given up; pings keep one that works from being so quiet. */
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
  // Each command that fails says so to whoever sent it.
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

/** One connection for the process. */
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
