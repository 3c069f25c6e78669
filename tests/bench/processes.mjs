import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** Server on core 0, generator on core 1. */
export function pin(pid, core) {
  if (canPin) spawnSync("taskset", ["-a", "-p", "-c", String(core), String(pid)]);
}

/**
 * Gives a server every core, as when it is started by hand. Its parent may have been pinned by a bench before.
 * @param {number} pid
 */
export function unpin(pid) {
  if (canPin) spawnSync("taskset", ["-a", "-p", "-c", `0-${cpus().length - 1}`, String(pid)]);
}

export const isPinned = canPin;

const TICKS_PER_SECOND = 100;

/** CPU time of a process and its threads on Linux, in seconds; NaN elsewhere. Unlike a rate it says little about what else the machine does. */
export function cpuSecondsOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory of a process on Linux, in MB; NaN elsewhere. */
export function residentMb(pid) {
  const file = `/proc/${pid}/status`;
  return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1]) / 1024 : Number.NaN;
}

function nextMessage(child) {
  return new Promise((resolve, reject) => {
    const onExit = (code) => reject(new Error(`a bench process ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message);
    });
  });
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a script that sends a message once it listens on PORT. */
export async function startProcess(file, { variables = {}, execArgv = [] } = {}) {
  const port = await freePort();
  const child = fork(join(root, file), {
    cwd: root,
    env: { ...process.env, PORT: String(port), ...variables },
    execArgv,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await nextMessage(child);
  pin(child.pid, 0);
  return {
    base: `http://127.0.0.1:${port}`,
    pid: child.pid,
    ask(message) {
      const answer = nextMessage(child);
      child.send(message);
      return answer;
    },
    stop() {
      child.removeAllListeners("exit");
      child.kill("SIGKILL");
    },
  };
}
