import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/stores/postgres";
import { startServer, type TestServer } from "../support/server/server";

/** A process of the service, which has the same port and folder after it is killed and started again. */
export interface Member {
  name: string;
  port: number;
  pid(): number;
  /** True from a kill until the process listens again: meanwhile connections to it break. */
  isKilled(): boolean;
  kill(): Promise<void>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Shifts the process's clock; 0 sets it right. */
  shiftClock(milliseconds: number): void;
  /** Everything that its processes printed, one after the other. */
  output(): string;
  stop(): Promise<void>;
}

export async function startMember(name: string, folder: string, shared: Readonly<Record<string, string>>): Promise<Member> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const clock = join(folder, `${name}.clock`);
  writeFileSync(clock, "0");
  const port = await freePort();
  const variables = { ...shared, DATA_DIR: dataDir, CLOCK_SHIFT_FILE: clock, PORT: String(port) };
  let server: TestServer = await startServer(variables);
  let [isKilled, former] = [false, ""];
  return {
    name,
    port,
    pid: () => server.pid,
    isKilled: () => isKilled,
    async kill() {
      isKilled = true;
      await server.stop("SIGKILL");
      former += server.output();
    },
    async start() {
      server = await startServer(variables);
      isKilled = false;
    },
    pause: () => void process.kill(server.pid, "SIGSTOP"),
    resume: () => void process.kill(server.pid, "SIGCONT"),
    shiftClock: (milliseconds) => writeFileSync(clock, String(milliseconds)),
    output: () => former + server.output(),
    async stop() {
      // A process that is stopped would not hear that it shall end.
      if (!isKilled) process.kill(server.pid, "SIGCONT");
      await server.stop();
    },
  };
}
