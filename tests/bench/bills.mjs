// @ts-check
import { spawnSync } from "node:child_process";

/** Milliseconds of CPU that a bill of 1,000 lines may take. */
const BOUND = 60;

/** Measures a bill from the text that is sent to the text that is answered, beside a bill of one line. */
export function benchBills() {
  const { status, stdout } = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/bills.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    env: { ...process.env, LOG_LEVEL: "silent", NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error("the bills could not be measured");
  const { first, whole, one } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  const isMet = whole <= BOUND;
  process.stdout.write(
    `Bills\n  1,000 lines: ${whole.toFixed(1)} ms of CPU, the first ${first.toFixed(1)} ms, one line ${one.toFixed(2)} ms (bound ${BOUND})${isMet ? "" : "  MISSED"}\n`,
  );
  return isMet;
}
