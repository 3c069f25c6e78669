import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBinary, NO_PGBOUNCER } from "./find-binary.mjs";
import { asOther, freePort, postgresUrl, untilAnswered } from "./postgres";
import { exclusively, runFolder } from "./run-folder";

export const findPgbouncer = (): string | null => findBinary("pgbouncer");

/**
 * Postgres sessions per database. They are so few that each soon serves another client, and that
 * holding two at once deadlocks visibly.
 */
export const SESSIONS = 2;

const settings = (port: number, postgresPort: string, sessions: number): string => `[databases]
* = host=127.0.0.1 port=${postgresPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`;

async function start(folder: string, pidFile: string, sessions: number): Promise<string> {
  const binary = findPgbouncer();
  if (!binary) throw new Error(NO_PGBOUNCER);
  const port = await freePort();
  const home = join(folder, "pgbouncer");
  mkdirSync(home);
  const file = join(home, "pgbouncer.ini");
  writeFileSync(file, settings(port, new URL(await postgresUrl()).port, sessions));
  const logFile = join(home, "pgbouncer.log");
  const log = openSync(logFile, "a");
  const child = spawn(binary, [file], { ...asOther, cwd: home, detached: true, stdio: ["ignore", log, log] });
  child.unref();
  writeFileSync(pidFile, String(child.pid));
  const url = `postgres://postgres@localhost:${port}`;
  await untilAnswered(`${url}/postgres`, logFile);
  return url;
}

const pidFileIn = (folder: string): string => join(folder, "pgbouncer.pid");

/** URL, without a database name, of a transaction pooler for this run's Postgres. The first caller starts it. */
export function poolerUrl(sessions = SESSIONS): Promise<string> {
  return exclusively("pgbouncer", async () => {
    const folder = runFolder();
    const urlFile = join(folder, "pgbouncer-url");
    if (!existsSync(urlFile)) writeFileSync(urlFile, await start(folder, pidFileIn(folder), sessions));
    return readFileSync(urlFile, "utf8");
  });
}

/** Stops a run's pooler, also one left by a killed run. A pid that now belongs to another process is left alone. */
export function stopPgbouncerIn(folder: string): void {
  if (!existsSync(pidFileIn(folder))) return;
  const pid = Number(readFileSync(pidFileIn(folder), "utf8"));
  const commandLine = `/proc/${pid}/cmdline`;
  if (existsSync(commandLine) && readFileSync(commandLine, "utf8").includes(folder)) process.kill(pid, "SIGKILL");
}
