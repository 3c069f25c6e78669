import { Piscina } from "piscina";
import type { WorkerPool } from "./offload";

/** One thread suits our small machines; it ends after a minute without work. */
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
