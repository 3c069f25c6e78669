import { fork, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** Server on core 0, generator on core 1. */
export function pin(pid, core) {
  if (canPin) spawnSync("taskset", ["-a", "-p", "-c", String(core), String(pid)]);
}

export const isPinned = canPin;

function nextMessage(child) {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`a bench process ended with ${code}`)));
  });
}

/** Starts a script that says `{port}` when it listens. */
export async function startProcess(file, { variables = {}, execArgv = [] } = {}) {
  const child = fork(join(root, file), { cwd: root, env: { ...process.env, ...variables }, execArgv, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const { port } = await nextMessage(child);
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
