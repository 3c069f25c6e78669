// @ts-check
import { spawnSync } from "node:child_process";

const BOUND_MS = 2000;

/** Measures evaluating a price change that concerns one in a hundred of 10,000 active watches. */
export function benchWatches(/** @type {string} */ folder) {
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/watches.ts", folder], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "silent" },
  });
  if (run.status !== 0) throw new Error(`the watches could not be measured: ${run.stderr}`);
  const { active, concerned, fired, storedMs, evaluatedMs, everyMs, everyFired, minuteMs } = JSON.parse(run.stdout);
  const isMet = evaluatedMs < BOUND_MS && fired === concerned;
  const show = (/** @type {number} */ value) => value.toFixed(0);
  process.stdout.write(
    `Watches: of ${active} active ones ${concerned} concern a change; stored and evaluated in ${show(evaluatedMs)} ms (bound ${BOUND_MS}), stored without any watch of it ${show(storedMs)} ms, fired ${fired}; all ${everyFired} at once ${show(everyMs)} ms; a minute's run that finds nothing ${show(minuteMs)} ms${isMet ? "" : "  MISSED"}\n`,
  );
  return isMet;
}
