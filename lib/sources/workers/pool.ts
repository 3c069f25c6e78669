import { Piscina } from "piscina";
import type { WorkerPool } from "./offload";

/** One thread is enough on the machines we serve from, and it goes away when idle. */
export function startPool(): WorkerPool & { stop(): Promise<void> } {
  const pool = new Piscina({
    filename: new URL("./thread.ts", import.meta.url).href,
    execArgv: ["--import", "tsx"],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
  });
  return {
    run: (name, input) => pool.run({ name, input }),
    stop: () => pool.destroy(),
  };
}
