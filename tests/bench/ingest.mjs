import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startProcess } from "./processes.mjs";

const FEEDS = 25;
const FEED_BYTES = 300 * 1024;
const CPU_SECONDS = 5;
const EXTRA_MB = 150;
const STATEMENT_MS = 50;

const print = (line) => process.stdout.write(`${line}\n`);
const megabytes = (bytes) => bytes / 2 ** 20;

/** Measures CPU and memory of a news ingestion in a running server, beyond those of an idle one. */
export async function benchIngest(folder) {
  mkdirSync(folder, { recursive: true });
  const replayDir = join(folder, "replay");
  const written = spawnSync(
    process.execPath,
    ["--import", "tsx", "tests/bench/write-feeds.ts", replayDir, String(FEEDS), String(FEED_BYTES)],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  if (written.status !== 0) throw new Error("the feeds could not be written");
  const sizes = readdirSync(replayDir)
    .filter((file) => file.endsWith(".xml"))
    .map((file) => statSync(join(replayDir, file)).size);
  const dataDir = join(folder, "data");
  const variables = { DATA_DIR: dataDir, SOURCES_REPLAY_DIR: replayDir, SCHEDULER: "off", LOG_LEVEL: "silent", NODE_ENV: "production" };
  const server = await startProcess("tests/bench/server.ts", { variables, execArgv: ["--import", "tsx", "--expose-gc"] });
  await delay(2000);
  await server.ask("heap");
  const idle = await server.ask("watch");
  const started = performance.now();
  const run = spawnSync(process.execPath, ["--import", "tsx", "lib/server/cli/jobs-cli.ts", "run", "refresh-news"], {
    env: { ...process.env, ...variables },
    encoding: "utf8",
  });
  const seconds = (performance.now() - started) / 1000;
  const after = await server.ask("usage");
  server.stop();
  if (run.status !== 0) throw new Error(`refresh-news failed: ${run.stdout}${run.stderr}`);
  const cpu = after.cpuSeconds - idle.cpuSeconds;
  const extra = megabytes(after.peakRss - idle.rss);
  const isMet = cpu < CPU_SECONDS && extra <= EXTRA_MB && after.longestStatementMs <= STATEMENT_MS;
  print(`Ingest of ${sizes.length} feeds, ${megabytes(sizes.reduce((sum, size) => sum + size, 0)).toFixed(1)} MB: ${run.stdout.trim()}`);
  print(
    `  CPU ${cpu.toFixed(2)} s (bound ${CPU_SECONDS}), ${seconds.toFixed(1)} s on the clock with the command's start; memory ${megabytes(idle.rss).toFixed(0)} MB idle, ${extra.toFixed(0)} MB more at the peak (bound ${EXTRA_MB}); event loop held ${after.longestBlockMs.toFixed(0)} ms at most, of it ${after.longestWorkMs.toFixed(0)} ms of work, one statement ${after.longestStatementMs.toFixed(0)} ms at most (bound ${STATEMENT_MS})${isMet ? "" : "  MISSED"}`,
  );
  return isMet;
}
