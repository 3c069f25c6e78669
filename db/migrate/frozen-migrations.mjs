// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A released migration. Databases identify it by `when`, its timestamp in drizzle's journal. @typedef {{ when: number, sha256: string }} Frozen */

/** @param {string} folder */
const frozenFile = (folder) => join(folder, "frozen.json");

/** @param {string} folder @returns {Record<string, Frozen>} */
function readFrozen(folder) {
  return existsSync(frozenFile(folder)) ? JSON.parse(readFileSync(frozenFile(folder), "utf8")) : {};
}

/** @param {string} file */
const hashOf = (file) => (existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : "no such file");

/** The folder's migrations, in the journal's order. @param {string} folder @returns {Record<string, Frozen>} */
function readCurrent(folder) {
  /** @type {{ entries: { tag: string, when: number }[] }} */
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
  return Object.fromEntries(entries.map(({ tag, when }) => [tag, { when, sha256: hashOf(join(folder, `${tag}.sql`)) }]));
}

/** Faults: released migrations that were changed, removed or reordered. @param {Record<string, Frozen>} frozen @param {Record<string, Frozen>} current @returns {string[]} */
function rewritten(frozen, current) {
  const changed = Object.entries(frozen).flatMap(([tag, { when, sha256 }]) => {
    const now = current[tag];
    if (!now) return [`${tag} has landed and is no longer in the journal`];
    return now.when === when && now.sha256 === sha256
      ? []
      : [`${tag} has landed and was changed since; a change of the schema is a migration of its own`];
  });
  const tags = Object.keys(current);
  const early = tags.slice(1).filter((tag, index) => (current[tag]?.when ?? 0) <= (current[tags[index] ?? ""]?.when ?? 0));
  return [...changed, ...early.map((tag) => `${tag} has a "when" in the journal that is not after the one before it`)];
}

/**
 * Snapshots of schemas before the newest. The generator compares with the newest alone, and each
 * snapshot weighs as much as the schema.
 * @param {string} folder @returns {string[]}
 */
const oldSnapshots = (folder) =>
  readdirSync(join(folder, "meta"))
    .filter((name) => name.endsWith("_snapshot.json"))
    .toSorted()
    .slice(0, -1);

/** Everything in which the folder differs from the released migrations. @param {string} folder @returns {string[]} */
export function migrationFaults(folder) {
  const [frozen, current] = [readFrozen(folder), readCurrent(folder)];
  const missing = Object.keys(current)
    .filter((tag) => !frozen[tag])
    .map((tag) => `${tag} is not in frozen.json; \`npm run migrations\` adds it`);
  const orphans = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !current[name.slice(0, -".sql".length)])
    .map((name) => `${name} is not in the journal, so that nothing applies it`);
  const old = oldSnapshots(folder).map((name) => `meta/${name} is older than the newest snapshot; \`npm run migrations\` removes it`);
  return [...rewritten(frozen, current), ...missing, ...orphans, ...old];
}

/**
 * Records new migrations and removes all snapshots but the newest. Throws when a released migration was changed.
 * @param {string} folder
 */
export function freezeMigrations(folder) {
  const [frozen, current] = [readFrozen(folder), readCurrent(folder)];
  const [fault] = rewritten(frozen, current);
  if (fault) throw new Error(fault);
  writeFileSync(frozenFile(folder), `${JSON.stringify(current, null, 2)}\n`);
  for (const name of oldSnapshots(folder)) rmSync(join(folder, "meta", name));
}
