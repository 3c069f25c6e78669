import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeReplayWorld } from "../support/sources/replay-world";

/** Ingests a replay world, then serves it as `npm start` does. */
const folder = mkdtempSync(join(tmpdir(), "e2e-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const variables = {
  ...process.env,
  DATA_DIR: join(folder, "data"),
  SOURCES_REPLAY_DIR: join(folder, "replay"),
  SCHEDULER: "off",
  // Each test has an address of its own.
  TRUSTED_PROXY: "127.0.0.0/8",
};
writeReplayWorld(variables.SOURCES_REPLAY_DIR, { now: new Date(Date.now() - 60_000), troubled: { groq: "degraded", replicate: "down" } });

for (const job of ["refresh-news", "poll-status", "refresh-pricing", "refresh-gpu-prices"]) {
  spawnSync(process.execPath, ["--import", "tsx", "lib/server/cli/jobs-cli.ts", "run", job], {
    env: variables,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

const server = spawn(process.execPath, ["lib/server/start/start.mjs"], { env: variables, stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));
