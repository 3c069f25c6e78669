// @ts-check
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithUsage } from "../../lib/config/usage.mjs";

endWithUsage(
  "Usage: npm run vulnerabilities   ask the registry for known vulnerabilities of the locked packages; exits with 1 for one that tests/supply/exceptions.json does not explain",
);

/**
 * Asks the registry for known vulnerabilities of the locked packages. It fails for each that
 * `exceptions.json` does not explain. Some registries, such as mirrors, answer no audit: then nothing
 * is known, which is said and is no failure.
 */

/** @typedef {{ id: string, name: string, title: string, severity: string, url: string }} Advisory */

const folder = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(folder));
/** Advisories below these severities are told and fail nothing. */
const FAILING = new Set(["moderate", "high", "critical"]);

/** @param {any} report @returns {Advisory[]} */
function advisoriesIn(report) {
  const all = Object.values(report.vulnerabilities).flatMap((/** @type {any} */ { via }) => via);
  const own = all.filter((/** @type {any} */ cause) => typeof cause === "object");
  const advisories = own.map((/** @type {any} */ { url, name, title, severity }) => ({
    id: String(url).split("/").at(-1) ?? "",
    name,
    title,
    severity,
    url,
  }));
  return [...new Map(advisories.map((one) => [`${one.id} ${one.name}`, one])).values()];
}

/** Null where the registry answers no audit. @returns {Advisory[] | null} */
function askRegistry() {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--audit=true", ...process.argv.slice(2)], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  try {
    const report = JSON.parse(stdout);
    return report.vulnerabilities ? advisoriesIn(report) : null;
  } catch {
    return null;
  }
}

const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

/** @type {Record<string, string>} */
const exceptions = JSON.parse(readFileSync(process.env.AUDIT_EXCEPTIONS ?? join(folder, "exceptions.json"), "utf8")).advisories;
const advisories = askRegistry();

if (advisories === null) {
  say("SKIPPED: the registry of this machine answers no audit, so that nothing is known of vulnerabilities");
} else {
  const isExplained = (/** @type {Advisory} */ { id }) => Object.hasOwn(exceptions, id);
  const faults = advisories.filter((one) => FAILING.has(one.severity) && !isExplained(one));
  for (const one of advisories) {
    say(`${isExplained(one) ? `explained (${exceptions[one.id]})` : one.severity}: ${one.name}: ${one.title} ${one.url}`);
  }
  const idle = Object.keys(exceptions).filter((id) => !advisories.some((one) => one.id === id));
  for (const id of idle) say(`exceptions.json explains ${id}, which no locked package has any more: remove it`);
  say(`${advisories.length} advisories, ${faults.length} of them neither low nor explained`);
  process.exitCode = faults.length + idle.length > 0 ? 1 : 0;
}
