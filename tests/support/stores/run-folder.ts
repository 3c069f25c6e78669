import { setTimeout as delay } from "node:timers/promises";
import { LockHeldError, takeLock } from "@/db/lock/process-lock.mjs";

export function runFolder(): string {
  const folder = process.env.TEST_RUN_FOLDER;
  if (!folder) throw new Error("Tests run through tests/vitest.config.ts, which makes their folder.");
  return folder;
}

/** Runs work in one test process at a time, for what is created once per run. */
export async function exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    let release: () => void;
    try {
      release = await takeLock(`${runFolder()}/${name}.lock`);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      await delay(30);
      continue;
    }
    try {
      return await work();
    } finally {
      release();
    }
  }
}
