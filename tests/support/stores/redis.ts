import { freePort } from "./postgres";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { findBinary } from "./find-binary.mjs";

export const findRedisServer = (): string | null => findBinary("redis-server");

export type RedisClient = ReturnType<typeof clientOf>;

const clientOf = (path: string) =>
  createClient({
    RESP: 2,
    socket: { path, reconnectStrategy: (retries) => (retries > 1000 ? new Error("redis-server does not answer") : 50) },
  });

export interface TestRedis {
  client: RedisClient;
  /** By TCP, for REDIS_URL. */
  url: string;
  /** Ends the server with SIGKILL; `revive` starts one with nothing in it at the same place. */
  kill(): Promise<void>;
  revive(): Promise<void>;
  /** Stops it with SIGSTOP: its connections stay open, and nothing is answered. */
  hang(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** A real redis-server on a Unix socket and a port of this machine, without persistence. */
export async function startRedis(binary: string): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), "test-redis-"));
  const socket = join(folder, "redis.sock");
  const port = await freePort();
  const options = [
    "--bind",
    "127.0.0.1",
    "--port",
    String(port),
    "--unixsocket",
    socket,
    "--save",
    "",
    "--appendonly",
    "no",
    "--dir",
    folder,
  ];
  const start = () => spawn(binary, options, { stdio: "ignore" });
  let server = start();
  const client = clientOf(socket);
  client.on("error", () => undefined);
  await client.connect();
  async function kill(): Promise<void> {
    server.kill("SIGKILL");
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
  }
  return {
    client,
    url: `redis://127.0.0.1:${port}`,
    hang: () => void server.kill("SIGSTOP"),
    resume: () => void server.kill("SIGCONT"),
    kill,
    async revive() {
      server = start();
      while ((await client.ping().catch(() => null)) !== "PONG") await delay(50);
    },
    async stop() {
      client.destroy();
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
