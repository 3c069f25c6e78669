import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { prepare } from "@/lib/server/start/prepare.mjs";
import { findAnvil } from "../support/money/anvil";
import { startChain } from "../support/money/chain";
import { writeScreenedWallets } from "./wallet/screened";
import setUp from "../support/global-setup";
import { postgresUrl } from "../support/stores/postgres";
import { chainUrlFile, databaseUrlFile } from "./server-files";

/** Serves the data of the seed named as argument, `demo` by default, from a Postgres of its own, as `npm start` does. Reads no source. */
const root = process.cwd();
const port = Number(process.env.PORT ?? 4391);
const [scenario = "demo"] = process.argv.slice(2);
// The build comes first: states would be too old to be shown if they were planted before it.
await prepare(root);
const removeRun = await setUp();
const folder = mkdtempSync(join(tmpdir(), "e2e-"));
const server = await postgresUrl();
const client = new pg.Client({ connectionString: `${server}/postgres` });
await client.connect();
await client.query("create database e2e");
await client.end();
writeFileSync(databaseUrlFile(port), `${server}/e2e`);

/** Without a chain for this machine nothing is sold, and the tests of buying are skipped. */
const chain = findAnvil() === null ? null : await startChain();
writeFileSync(chainUrlFile(port), chain?.url ?? "");
const { NEXT_PUBLIC_PAYMENT_ADDRESS: _, ...selling } = chain?.environment() ?? {};

const variables = {
  ...process.env,
  // Without the pinned address, which is part of a build: the one that all tests share has none.
  ...selling,
  ...(chain ? { X402_SETTLER_KEY: chain.settlerKey, SANCTIONS_LIST_FILE: writeScreenedWallets(folder) } : {}),
  DATABASE_URL: `${server}/e2e`,
  DATA_DIR: join(folder, "data"),
  SCHEDULER: "off",
  // Each test has an address of its own, and some a country.
  TRUSTED_PROXY: "vercel",
  // As the browser of the tests calls it, whose forms say where they come from.
  PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
};
const seed = spawnSync(process.execPath, ["--import", "tsx", "lib/server/seed/cli.ts", scenario], {
  env: variables,
  stdio: ["ignore", "ignore", "inherit"],
});

async function end(code: number): Promise<never> {
  rmSync(folder, { recursive: true, force: true });
  await removeRun();
  await chain?.stop();
  process.exit(code);
}

if (seed.status !== 0) await end(1);
const running = spawn(process.execPath, ["lib/server/start/start.mjs"], { env: variables, stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => running.kill(signal));
running.on("exit", (code) => void end(code ?? 0));
