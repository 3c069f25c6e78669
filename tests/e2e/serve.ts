import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { prepare } from "@/lib/server/start/prepare.mjs";
import { findAnvil } from "../support/money/anvil";
import { startChain, type TestChain } from "../support/money/chain";
import { writeScreenedWallets } from "./wallet/screened";
import setUp from "../support/global-setup";
import { postgresUrl } from "../support/stores/postgres";
import { chainUrlFile, databaseUrlFile } from "./server-files";

/**
 * Serves a seed's data, `demo` by default, as `npm start` does, on SERVERS ports from PORT on. Each
 * server has a database and a chain of its own. Reads no source.
 */
const root = process.cwd();
const firstPort = Number(process.env.PORT ?? 4391);
const ports = Array.from({ length: Number(process.env.SERVERS ?? 1) }, (_, index) => firstPort + index);
const [scenario = "demo"] = process.argv.slice(2);
const ANSWER_MS = 200;
const SEEDED = "e2e";
// The build comes first: states would be too old to be shown if they were planted before it.
await prepare(root);
const removeRun = await setUp();
const folder = mkdtempSync(join(tmpdir(), "e2e-"));
const postgres = await postgresUrl();
const seedFolder = join(folder, "seeded");
mkdirSync(seedFolder);
const chains: TestChain[] = [];
const servers: ChildProcess[] = [];

async function createDatabase(name: string, template = "template1"): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgres}/postgres` });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
}

/** Plants the data once: the servers' databases are copies of it. */
function seed(): boolean {
  const { status } = spawnSync(
    process.execPath,
    [
      "--import",
      "tsx",
      ...(scenario === "three-years" ? ["tests/support/history/plant-three-years.ts"] : ["lib/server/seed/cli.ts", scenario]),
    ],
    {
      env: { ...process.env, DATABASE_URL: `${postgres}/${SEEDED}`, DATA_DIR: seedFolder, SCHEDULER: "off" },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  return status === 0;
}

/** What a server needs to sell. Without a chain for this machine nothing is sold, and the tests of buying are skipped. */
async function sellingOn(port: number): Promise<Record<string, string>> {
  const chain = findAnvil() === null ? null : await startChain();
  writeFileSync(chainUrlFile(port), chain?.url ?? "");
  if (chain === null) return {};
  chains.push(chain);
  // Without the pinned address, which is part of a build: the one that all tests share has none.
  const { NEXT_PUBLIC_PAYMENT_ADDRESS: _, ...selling } = chain.environment();
  return { ...selling, X402_SETTLER_KEY: chain.settlerKey, SANCTIONS_LIST_FILE: writeScreenedWallets(folder) };
}

async function serve(port: number): Promise<void> {
  const [database, dataFolder] = [`${SEEDED}_${port}`, join(folder, String(port))];
  await createDatabase(database, SEEDED);
  cpSync(seedFolder, dataFolder, { recursive: true, force: true });
  writeFileSync(databaseUrlFile(port), `${postgres}/${database}`);
  const variables = {
    ...process.env,
    ...(await sellingOn(port)),
    PORT: String(port),
    DATABASE_URL: `${postgres}/${database}`,
    DATA_DIR: dataFolder,
    SCHEDULER: "off",
    // Each test has an address of its own, and some a country.
    TRUSTED_PROXY: "vercel",
    // The address that the tests' browser uses: its forms say where they come from.
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
  };
  const server = spawn(process.execPath, ["lib/server/start/start.mjs"], { env: variables, stdio: "inherit" });
  servers.push(server);
  server.on("exit", (code) => void endAll(code ?? 0));
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/api/news?limit=1`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await delay(ANSWER_MS);
}

let isEnding = false;

/** With the first server that ends the others do, and what they shared is removed. */
async function endAll(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  for (const server of servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
  await removeRun();
  for (const chain of chains) await chain.stop();
  process.exit(code);
}

await createDatabase(SEEDED);
if (!seed()) await endAll(1);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void endAll(0));
await Promise.all(ports.map(serve));
process.stdout.write("All servers answer\n");
