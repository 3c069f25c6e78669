// @ts-check
import { spawnSync } from "node:child_process";

/** Whether a ranking is one to follow, people judge. */
export function benchRankings() {
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/rankings.ts"], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`the models could not be ranked: ${run.stderr}`);
  process.stdout.write(run.stdout);
  return true;
}
