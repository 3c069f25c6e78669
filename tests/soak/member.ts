import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/stores/postgres";
import { startServer, type TestServer } from "../support/server/server";

/** One of the processes of the service, which keeps its port and its folder when it is killed and started again. */
export interface Member {
  name: string;
  port: number;
  pid(): number;
  /** True while a fault keeps the process from answering, so that a connection to it may break. */
  isDisturbed(): boolean;
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
  let [isDisturbed, former] = [false, ""];
  return {
    name,
    port,
    pid: () => server.pid,
    isDisturbed: () => isDisturbed,
    async kill() {
      isDisturbed = true;
      await server.stop("SIGKILL");
      former += server.output();
    },
    async start() {
      server = await startServer(variables);
      isDisturbed = false;
    },
    pause() {
      isDisturbed = true;
      process.kill(server.pid, "SIGSTOP");
    },
    resume() {
      process.kill(server.pid, "SIGCONT");
      isDisturbed = false;
    },
    shiftClock: (milliseconds) => writeFileSync(clock, String(milliseconds)),
    output: () => former + server.output(),
    stop: async () => void (await server.stop()),
  };
}
