import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { publicAddresses } from "@/lib/pages";
import { freePort } from "../../support/stores/postgres";

export const SHELL = "/bench-shell";
/** The empty shell first, so that every page stands beside it. */
export const ADDRESSES = [SHELL, ...publicAddresses];

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const WAITS = 2400;

/** Three years of a thousand models, served as `npm start` does. */
export async function withServer(work: (base: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["--import", "tsx", "tests/e2e/serve.ts", "three-years"], {
    env: { ...process.env, PORT: String(port), LOG_LEVEL: "silent", TRUSTED_PROXY: "127.0.0.0/8" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    for (
      let wait = 0;
      !(await fetch(`${base}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ));
      wait++
    ) {
      if (child.exitCode !== null || wait > WAITS) throw new Error("the server of the bench did not start");
      await delay(500);
    }
    await work(base);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
