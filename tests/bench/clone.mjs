// @ts-check
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { firstAnswer } from "./start.mjs";
import { freePort } from "./processes.mjs";
import { SERVER } from "./world.mjs";

const root = join(import.meta.dirname, "../..");
const BOUND_SECONDS = 60;
/** Made for the benches of a built checkout. */
const OF_A_BENCH = /^app\/bench-/;

/** The files that a commit of this checkout would have. @param {string} folder */
function copyCheckout(folder) {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  const files = listed.split("\0").filter((file) => file !== "" && !OF_A_BENCH.test(file) && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(folder, file));
}

/** From a clone to its first answer: what `npm start` takes to install, to build and to start. Packages come from npm's cache where it has them. */
export async function benchClone() {
  const folder = mkdtempSync(join(tmpdir(), "bench-clone-"));
  try {
    copyCheckout(folder);
    const port = await freePort();
    const beganAt = Date.now();
    let buildsAt = beganAt;
    const server = spawn(process.execPath, ["--max-semi-space-size=8", "lib/server/start/start.mjs"], {
      cwd: folder,
      env: { ...process.env, ...SERVER, PORT: String(port), DATA_DIR: join(folder, ".data") },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    createInterface(server.stdout).on("line", (line) => {
      if (line.startsWith("Building ")) buildsAt = Date.now();
    });
    await Promise.race([
      firstAnswer(`http://127.0.0.1:${port}/api/status/summary`),
      ended.then((status) => {
        throw new Error(`npm start in a clone ended with ${status}`);
      }),
    ]);
    const answeredAt = Date.now();
    server.kill("SIGTERM");
    await ended;
    const builtAt = statSync(join(folder, ".next/build-stamp")).mtimeMs;
    return printParts([
      ["install", buildsAt - beganAt],
      ["build", builtAt - buildsAt],
      ["start", answeredAt - builtAt],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {readonly (readonly [part: string, milliseconds: number])[]} parts */
function printParts(parts) {
  const seconds = parts.reduce((sum, [, milliseconds]) => sum + milliseconds, 0) / 1000;
  const isSoon = seconds <= BOUND_SECONDS;
  const named = parts.map(([part, milliseconds]) => `${part} ${(milliseconds / 1000).toFixed(1)} s`).join(", ");
  const ratio = (seconds / BOUND_SECONDS).toFixed(2);
  process.stdout.write(`Start of a clone: ${named}\n`);
  process.stdout.write(
    `  to the first answer: ${seconds.toFixed(0)} s (bound ${BOUND_SECONDS}, ratio ${ratio})${isSoon ? "" : "  MISSED"}\n`,
  );
  return isSoon;
}
