// @ts-check
import { spawnSync } from "node:child_process";

/** Bounds of recall over held-out attacks, and of the share of benign texts that are changed. */
const MIN_RECALL = 0.95;
const MAX_CHANGED = 0.002;
/** Bounds of recall for a family that is left out of the making. */
const MIN_LEFT_OUT = { median: 0.75, worst: 0.5 };
const WORST = 10;
const SHOWN = 100;

/** @typedef {import("./sanitize").TriedAttack} TriedAttack */
/** @typedef {import("./sanitize").TriedBenign} TriedBenign */

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const percent = (/** @type {number} */ part, /** @type {number} */ all) =>
  all === 0 ? "   –   " : `${((100 * part) / all).toFixed(1).padStart(5)} %`;
/** Attacks hold characters that move the cursor or are not seen, so only ASCII is printed as it is. */
const shown = (/** @type {string} */ text) =>
  JSON.stringify(text.slice(0, SHOWN)).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** @template Item @param {readonly Item[]} items @param {(item: Item) => string} nameOf @returns {Map<string, Item[]>} */
function grouped(items, nameOf) {
  const groups = new Map();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return groups;
}

const recallOf = (/** @type {readonly TriedAttack[]} */ items) => items.filter(({ isCaught }) => isCaught).length / items.length;

/** @param {string} name @param {readonly TriedAttack[]} items */
function attackRow(name, items) {
  const caught = items.filter(({ isCaught }) => isCaught).length;
  const marked = items.filter(({ isMarked }) => isMarked).length;
  const mixed = items.filter(({ hasRest }) => hasRest);
  const rest = mixed.filter(({ isRestKept }) => isRestKept).length;
  return `  ${name.padEnd(30)} ${String(items.length).padStart(5)} ${percent(caught, items.length)} ${percent(marked, items.length)} ${percent(rest, mixed.length)}`;
}

/** @param {readonly TriedAttack[]} attacks */
function reportAttacks(attacks) {
  print("Attacks: how many, caught (less than half of the offending part is left), marked, and the ordinary rest kept");
  for (const [split, items] of grouped(attacks, ({ made_for }) => made_for)) {
    print(attackRow(`${split}, all`, items));
    for (const [family, members] of grouped(items, ({ family: name }) => name)) print(attackRow(`${split}, ${family}`, members));
  }
  const heldOut = attacks.filter(({ made_for }) => made_for === "held_out");
  const isMet = recallOf(heldOut) >= MIN_RECALL;
  print(`  Held-out recall ${percent(recallOf(heldOut), 1)}${isMet ? "" : `  MISSED ${percent(MIN_RECALL, 1).trim()}`}`);
  const missed = attacks.filter(({ isCaught }) => !isCaught).toSorted((one, other) => other.left - one.left);
  for (const [split, items] of grouped(missed, ({ made_for }) => made_for)) {
    print(`  ${items.length} missed, ${split}; the worst of each family first:`);
    const byFamily = [...grouped(items, ({ family }) => family).values()];
    const worstItems = byFamily.flatMap((members, column) => members.map((item, row) => ({ item, row, column })));
    worstItems.sort((one, other) => one.row - other.row || one.column - other.column);
    for (const { item } of worstItems.slice(0, WORST)) print(`    ${item.family}: ${shown(item.span)}`);
  }
  return isMet;
}

/** @param {readonly import("./sanitize").LeftOut[]} leftOut */
function reportLeftOut(leftOut) {
  const recalls = leftOut.toSorted((one, other) => one.recall - other.recall);
  const [worst, lower, upper] = [recalls[0], recalls[Math.ceil(recalls.length / 2) - 1], recalls[Math.floor(recalls.length / 2)]];
  const median = ((lower?.recall ?? 0) + (upper?.recall ?? 0)) / 2;
  const isMet = median >= MIN_LEFT_OUT.median && (worst?.recall ?? 0) >= MIN_LEFT_OUT.worst;
  print("Families left out of the making, each in turn, and what the rest of the rules find of them");
  for (const { family, recall } of recalls) print(`  ${family.padEnd(30)} ${percent(recall, 1)}`);
  print(
    `  Median ${percent(median, 1)}, worst ${percent(worst?.recall ?? 0, 1)}${isMet ? "" : `  MISSED ${percent(MIN_LEFT_OUT.median, 1).trim()} and ${percent(MIN_LEFT_OUT.worst, 1).trim()}`}`,
  );
  return isMet;
}

const isAnyChanged = (/** @type {TriedBenign} */ { isTitleChanged, isTextChanged }) => isTitleChanged || isTextChanged;

/** @param {string} name @param {readonly TriedBenign[]} items */
function benignRow(name, items) {
  const of = (/** @type {(item: TriedBenign) => boolean} */ holds) => items.filter(holds).length;
  const changed = of(isAnyChanged);
  return `  ${name.padEnd(30)} ${String(items.length).padStart(5)} ${percent(changed, items.length)} ${String(changed).padStart(5)} ${String(of(({ isTitleChanged }) => isTitleChanged)).padStart(5)} ${String(of(({ isMarked }) => isMarked)).padStart(5)}`;
}

/** @param {readonly TriedBenign[]} benign */
function reportBenign(benign) {
  print("Benign texts: how many, changed in % and in number, of these in titles or names, and marked");
  for (const [split, items] of grouped(benign, ({ made_for }) => made_for)) {
    print(benignRow(`${split}, all`, items));
    for (const [kind, members] of grouped(items, ({ kind: name }) => name)) print(benignRow(`${split}, ${kind}`, members));
  }
  const changed = benign.filter(isAnyChanged).toSorted((one, other) => other.lost - one.lost);
  const inTitles = changed.filter(({ isTitleChanged }) => isTitleChanged).length;
  const isMet = changed.length <= MAX_CHANGED * benign.length && inTitles === 0;
  print(
    `  Changed ${percent(changed.length, benign.length)} of ${benign.length}, ${inTitles} in titles or names${isMet ? "" : `  MISSED ${percent(MAX_CHANGED, 1).trim()} and none in titles`}`,
  );
  for (const [split, items] of grouped(changed, ({ made_for }) => made_for)) {
    print(`  ${items.length} changed, ${split}; those that lost the largest share first:`);
    for (const { kind, before, after } of items.slice(0, WORST)) print(`    ${kind}: ${shown(before)}\n      became ${shown(after)}`);
  }
  return isMet;
}

/** @param {readonly import("./sanitize").Stranger[]} strangers */
function reportStrangers(strangers) {
  print("Lessons that were kept from the making, by authors who never saw what measures it: attacks caught, ordinary texts changed");
  for (const isAttack of [true, false]) {
    const items = strangers.filter((item) => item.isAttack === isAttack);
    const row = (/** @type {string} */ name, /** @type {readonly import("./sanitize").Stranger[]} */ members) =>
      print(
        `  ${name.padEnd(30)} ${String(members.length).padStart(5)} ${percent(members.filter(({ isHit }) => isHit).length, members.length)}`,
      );
    row(isAttack ? "attacks, caught" : "ordinary, changed", items);
    for (const [kind, members] of grouped(items, ({ kind: name }) => name)) row(`  ${kind}`, members);
  }
}

/** Measures two opposed figures: attacks that are caught, and benign texts that are changed. */
export function benchSanitize() {
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/sanitize.ts"], { encoding: "utf8", maxBuffer: 2 ** 27 });
  if (run.status !== 0) throw new Error(`the sanitizer could not be measured: ${run.stderr}`);
  /** @type {{ attacks: TriedAttack[], benign: TriedBenign[], leftOut: import("./sanitize").LeftOut[], strangers: import("./sanitize").Stranger[], microseconds: number }} */
  const { attacks, benign, leftOut, strangers, microseconds } = JSON.parse(run.stdout);
  const areAttacksCaught = reportAttacks(attacks);
  const areStrangersCaught = reportLeftOut(leftOut);
  reportStrangers(strangers);
  const areTextsKept = reportBenign(benign);
  print(`  ${Math.round(microseconds)} µs for an item of title and text`);
  if (!benign.some(({ made_for }) => made_for === "recorded")) {
    print("  The recordings and public attack sets are not here: only our own texts were measured.");
  }
  return areAttacksCaught && areStrangersCaught && areTextsKept;
}
