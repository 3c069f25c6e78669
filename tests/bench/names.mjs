// @ts-check
import { spawnSync } from "node:child_process";

const MIN_RIGHT = 0.97;

/** @typedef {{ name: string, outcome: "right" | "wrong" | "refused", chosen: string | null, candidates: string[], model?: string[], ambiguous?: string[], unknown?: true }} Name */
/** @typedef {{ set: string, names: Name[] }} Row */

const expected = (/** @type {Name} */ { model, ambiguous }) =>
  model ? model.join(" or ") : ambiguous ? `several, as ${ambiguous.join(", ")}` : "nothing";

const offered = (/** @type {Name} */ { candidates }) => (candidates.length === 0 ? "no candidates" : `candidates ${candidates.join(", ")}`);

export function benchNames() {
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/names.ts"], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`the names could not be resolved: ${run.stderr}`);
  /** @type {{ report: Row[] }} */
  const { report } = JSON.parse(run.stdout);
  const count = (/** @type {Name[]} */ names, /** @type {string} */ outcome) => names.filter((name) => name.outcome === outcome).length;
  const all = report.flatMap(({ names }) => names);
  process.stdout.write("Model names, resolved among the bundled listings. Refused: no model was chosen although one is right\n");
  for (const { set, names } of [...report, { set: "all", names: all }]) {
    process.stdout.write(
      `  ${set.padEnd(15)} ${String(names.length).padStart(3)} names: ${count(names, "right")} right, ${count(names, "wrong")} wrong, ${count(names, "refused")} refused\n`,
    );
  }
  for (const name of all) {
    if (name.outcome === "right") continue;
    const answer = name.chosen ?? offered(name);
    process.stdout.write(`    ${name.outcome.padEnd(7)} ${name.name}: ${answer}; right: ${expected(name)}\n`);
  }
  const isMet = count(all, "right") >= MIN_RIGHT * all.length && count(all, "wrong") === 0;
  if (!isMet) process.stdout.write("  MISSED: 97% right and none wrong\n");
  return isMet;
}
