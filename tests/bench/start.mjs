// @ts-check
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { median } from "./load.mjs";
import { freePort, residentMb, unpin } from "./processes.mjs";
import { fillDatabase, SERVER } from "./world.mjs";

const STARTS = Number(process.env.BENCH_STARTS ?? 5);
const BOUND_SECONDS = 5;
const BOUND_MB = 600;
const PATHS = ["/api/models", "/openapi.json", "/"];

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** @param {string} url */
export async function firstAnswer(url) {
  for (;;) {
    try {
      const answer = await fetch(url, { headers: { "accept-encoding": "gzip" } });
      await answer.arrayBuffer();
      return answer;
    } catch {
      await delay(10);
    }
  }
}

/** The server as `npm start` runs it. @param {string} dataDir */
export async function spawnBuilt(dataDir) {
  const port = await freePort();
  const server = spawn(process.execPath, ["--max-semi-space-size=8", "lib/server/start/start.mjs"], {
    env: { ...process.env, ...SERVER, MALLOC_ARENA_MAX: "2", PORT: String(port), DATA_DIR: dataDir },
    stdio: "ignore",
  });
  if (server.pid) unpin(server.pid);
  return { server, port };
}

/** @param {string} dataDir */
async function startOnce(dataDir) {
  const began = performance.now();
  const { server, port } = await spawnBuilt(dataDir);
  try {
    await firstAnswer(`http://127.0.0.1:${port}/api/status/summary`);
    const seconds = (performance.now() - began) / 1000;
    const first = [];
    for (const path of PATHS) {
      const asked = performance.now();
      const answer = await firstAnswer(`http://127.0.0.1:${port}${path}`);
      first.push(`${path} ${Math.round(performance.now() - asked)} ms (${answer.headers.get("content-encoding") ?? "plain"})`);
    }
    await delay(10_000);
    return { seconds, first, rss: residentMb(server.pid ?? 0) };
  } finally {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  }
}

/** From the start of a built checkout to its first answer, and its memory ten seconds later. @param {string} folder */
export async function benchStart(folder) {
  const dataDir = fillDatabase(folder);
  const starts = [];
  for (let start = 0; start < STARTS; start++) starts.push(await startOnce(dataDir));
  const seconds = median(starts.map((start) => start.seconds));
  const rss = median(starts.map((start) => start.rss));
  const [isSoon, isSmall] = [seconds <= BOUND_SECONDS, !(rss > BOUND_MB)];
  print(`Start of a built checkout (medians of ${STARTS})`);
  print(
    `  to the first answer: ${seconds.toFixed(1)} s (bound ${BOUND_SECONDS}, ratio ${(seconds / BOUND_SECONDS).toFixed(2)})${isSoon ? "" : "  MISSED"}`,
  );
  print(`  first calls after it: ${starts.at(-1)?.first.join(", ")}`);
  print(`  memory 10 s later: ${rss.toFixed(0)} MB (bound ${BOUND_MB}, ratio ${(rss / BOUND_MB).toFixed(2)})${isSmall ? "" : "  MISSED"}`);
  return isSoon && isSmall;
}
