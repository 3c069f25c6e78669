import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
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
  /** Stops it with SIGSTOP: its connections stay open, and nothing is answered. */
  hang(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** A real redis-server on a Unix socket, without persistence. */
export async function startRedis(binary: string): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), "test-redis-"));
  const socket = join(folder, "redis.sock");
  const server = spawn(binary, ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", folder], {
    stdio: "ignore",
  });
  const client = clientOf(socket);
  client.on("error", () => undefined);
  await client.connect();
  return {
    client,
    hang: () => void server.kill("SIGSTOP"),
    resume: () => void server.kill("SIGCONT"),
    async stop() {
      client.destroy();
      server.kill("SIGKILL");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
