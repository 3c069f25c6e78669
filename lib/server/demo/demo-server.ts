import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { spawnDemo } from "../start/demo-process.mjs";
import { portFault } from "../start/port-fault.mjs";
import { LEAST_MB } from "../start/memory-fault.mjs";

const BYTES_OF_MB = 1024 * 1024;
const PORTS_TRIED = 20;
const ANSWER_MS = 1000;
const LONGEST_FAULT = 600;

export type DemoState = { kind: "none" } | { kind: "starting" } | { kind: "ready"; port: number } | { kind: "failed"; says: string };

interface Running {
  child: ChildProcess;
  port: number;
}

/** The server of `npm run demo`, as a child of this one on the next free port. It ends with this one. */
export interface DemoServer {
  /** Starts it unless it runs, on the next free port after this one. */
  start(port: number): Promise<void>;
  isRunning(): boolean;
  state(): Promise<DemoState>;
  stop(): Promise<void>;
}

async function freePortAfter(port: number): Promise<number | null> {
  for (let next = port + 1; next <= port + PORTS_TRIED; next++) if ((await portFault(next)) === null) return next;
  return null;
}

/** Null where a second server fits beside this one. */
function memoryFault(): string | null {
  const left = Math.floor(process.availableMemory() / BYTES_OF_MB);
  return left < LEAST_MB ? `A second server needs ${LEAST_MB} MB of memory, and ${left} MB are left.` : null;
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/health/live`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** What a child said last when it ended. All that it says is printed here too. */
function lastWords(child: ChildProcess): Promise<string> {
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-LONGEST_FAULT);
    process.stderr.write(chunk);
  });
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", () => resolve(said.trim() || "It ended without a word."));
  });
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

export function createDemoServer(root: string): DemoServer {
  let running: Running | null = null;
  let fault: string | null = null;
  let isStarting = false;

  async function launchAfter(ownPort: number): Promise<void> {
    const port = await freePortAfter(ownPort);
    fault = port === null ? `No port from ${ownPort + 1} to ${ownPort + PORTS_TRIED} is free.` : memoryFault();
    if (port === null || fault !== null) return;
    const child = spawnDemo(root, port);
    running = { child, port };
    void lastWords(child).then((says) => {
      if (running?.child === child) [running, fault] = [null, says];
    });
  }

  return {
    async start(ownPort) {
      if (running || isStarting) return;
      isStarting = true;
      await launchAfter(ownPort).finally(() => (isStarting = false));
    },
    isRunning: () => running !== null,
    async state() {
      if (running) return (await answers(running.port)) ? { kind: "ready", port: running.port } : { kind: "starting" };
      return fault === null ? { kind: "none" } : { kind: "failed", says: fault };
    },
    async stop() {
      const child = running?.child;
      running = null;
      if (child) await endChild(child);
    },
  };
}
