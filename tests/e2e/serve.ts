import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Fills an empty database by the seed named as argument, `demo` by default, then serves it as `npm start` does. Reads no source. */
const [scenario = "demo"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "e2e-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const variables = { ...process.env, DATA_DIR: join(folder, "data"), SCHEDULER: "off" };

const { status } = spawnSync(process.execPath, ["--import", "tsx", "lib/server/seed/cli.ts", scenario], {
  env: variables,
  stdio: ["ignore", "ignore", "inherit"],
});
if (status !== 0) process.exit(1);

const server = spawn(process.execPath, ["lib/server/start/start.mjs"], { env: variables, stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));
