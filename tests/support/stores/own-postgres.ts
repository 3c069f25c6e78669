import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runPostgresIn, startPostgresIn, stopPostgresIn } from "./postgres";
import { runFolder } from "./run-folder";

/** Short, because the path of a Unix socket is limited. */
const PREFIX = "own-";

/** A Postgres that one test file has for itself, because it stops it. */
export interface OwnPostgres {
  /** Address of an empty database. */
  url: string;
  /** Stops every process of it with SIGSTOP: connections stay open, and nothing is answered. */
  hang(): void;
  resume(): void;
  /**
   * Ends all its processes with SIGKILL, as when its machine fails. `revive` starts it on its data, at
   * the same address.
   */
  kill(): void;
  revive(): Promise<void>;
  stop(): Promise<void>;
}

const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, "postgres", "data", "postmaster.pid"), "utf8").split("\n", 1)[0]);

/** The state follows the name, which may itself have parentheses and spaces. The next field is the parent. */
function isChildOf(pid: string, parent: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
  } catch {
    return false;
  }
}

/** Postgres ends processes of its own accord, also between the reading of /proc and the signal. */
function signalIfAlive(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The postmaster first, so that it starts no other. */
function signal(folder: string, name: NodeJS.Signals): void {
  const postmaster = postmasterOf(folder);
  process.kill(postmaster, name);
  for (const pid of readdirSync("/proc")) if (/^\d+$/.test(pid) && isChildOf(pid, postmaster)) signalIfAlive(Number(pid), name);
}

async function stop(folder: string): Promise<void> {
  signal(folder, "SIGCONT");
  await stopPostgresIn(folder);
}

/** For a run that was killed while one of them was stopped. */
export async function stopOwnPostgresIn(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(PREFIX)) await stop(join(folder, name)).catch(() => undefined);
  }
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = join(runFolder(), `${PREFIX}${randomUUID().slice(0, 6)}`);
  mkdirSync(folder);
  // Postgres runs as another user where the tests run as root.
  chmodSync(runFolder(), 0o755);
  const url = await startPostgresIn(folder);
  return {
    url: `${url}/postgres`,
    hang: () => signal(folder, "SIGSTOP"),
    resume: () => signal(folder, "SIGCONT"),
    kill: () => signal(folder, "SIGKILL"),
    revive: () => runPostgresIn(folder, Number(new URL(url).port)).then(() => undefined),
    stop: () => stop(folder),
  };
}
