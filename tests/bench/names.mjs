// @ts-check
import { spawnSync } from "node:child_process";

const MIN_RIGHT = 0.97;
const MOST_SHOWN = 30;

/** @typedef {{ name: string, outcome: string, chosen: string | null }} Key */
/** @typedef {Key & { candidates: string[], model?: string[], ambiguous?: string[], refused?: string[], unknown?: true }} Name */
/** @typedef {{ report: { set: string, names: Name[] }[], exactIds: Key[], keys: Key[] | null }} Report */

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const count = (/** @type {Key[]} */ names, /** @type {string} */ outcome) => names.filter((name) => name.outcome === outcome).length;

function expected(/** @type {Name} */ { model, ambiguous, refused }) {
  if (model) return model.join(" or ");
  if (ambiguous) return `several, as ${ambiguous.join(", ")}`;
  return refused?.length ? `none, but ${refused.join(" or ")} is offered` : "nothing";
}

const offered = (/** @type {Name} */ { candidates }) => (candidates.length === 0 ? "no candidates" : `candidates ${candidates.join(", ")}`);

/** @param {Report["report"]} report */
function reportLabelled(report) {
  const all = report.flatMap(({ names }) => names);
  print("Model names, resolved among the bundled listings. Refused: no model was chosen although one is right");
  for (const { set, names } of [...report, { set: "all", names: all }]) {
    const parts = ["right", "wrong", "refused"].map((outcome) => `${count(names, outcome)} ${outcome}`);
    print(`  ${set.padEnd(15)} ${String(names.length).padStart(4)} names: ${parts.join(", ")}`);
  }
  for (const name of all) {
    if (name.outcome === "right") continue;
    print(`    ${name.outcome.padEnd(7)} ${name.name}: ${name.chosen ?? offered(name)}; right: ${expected(name)}`);
  }
  const isMet = count(all, "right") >= MIN_RIGHT * all.length && count(all, "wrong") === 0;
  if (!isMet) print("  MISSED: 97% right and none wrong");
  return isMet;
}

/** @param {Key[]} keys @param {readonly string[]} failures */
function showFailures(keys, failures) {
  const failed = keys.filter(({ outcome }) => failures.includes(outcome));
  for (const { outcome, name, chosen } of failed.slice(0, MOST_SHOWN)) print(`    ${outcome.padEnd(13)} ${name}: ${chosen ?? "none"}`);
  if (failed.length > MOST_SHOWN) print(`    and ${failed.length - MOST_SHOWN} more`);
  return failed.length === 0;
}

/** @param {Key[]} exactIds */
function reportExactIds(exactIds) {
  print(`Ids that one listing alone has: ${count(exactIds, "right")} of ${exactIds.length} mean that listing`);
  const isMet = showFailures(exactIds, ["another host", "refused"]);
  if (!isMet) print("  MISSED: every one means its listing");
  return isMet;
}

const FAILURES = ["another host", "another price", "free"];

/** @param {Key[] | null} keys */
function reportKeys(keys) {
  if (!keys) {
    print("Keys of LiteLLM's list: not measured, the recorded lists are not at hand");
    return true;
  }
  print("Keys of LiteLLM's recorded list: right is the host's own listing at LiteLLM's price, or any listing with a note");
  print(`  ${keys.length} keys: ${["right", "refused", ...FAILURES].map((outcome) => `${count(keys, outcome)} ${outcome}`).join(", ")}`);
  const isMet = showFailures(keys, FAILURES);
  if (!isMet) print("  MISSED: none of another host or at another price without a note, and none free");
  return isMet;
}

export function benchNames() {
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/names.ts"], { encoding: "utf8", maxBuffer: 64_000_000 });
  if (run.status !== 0) throw new Error(`the names could not be resolved: ${run.stderr}`);
  /** @type {Report} */
  const { report, exactIds, keys } = JSON.parse(run.stdout);
  return [reportLabelled(report), reportExactIds(exactIds), reportKeys(keys)].every((isMet) => isMet);
}
