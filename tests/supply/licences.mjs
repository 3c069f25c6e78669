// @ts-check
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithUsage } from "../../lib/config/usage.mjs";

/**
 * Lists the licence of each package that the service runs with (`npm run licences`). It fails for a
 * licence that is not allowed.
 */

const folder = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(folder));

/** LGPL and MPL oblige only who changes the package itself, which nobody does here. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MPL-2.0",
  "Unlicense",
]);

/** @typedef {{ name: string, version: string, licence: string, isAllowed: boolean, reason: string | null }} Licence */

/** Every part of `A AND B` has to be allowed, one of `A OR B`. @param {string} expression */
function isAllowed(expression) {
  const parts = expression.replaceAll(/[()]/g, "").split(" AND ");
  return parts.every((part) => part.split(" OR ").some((name) => ALLOWED.has(name.trim())));
}

/**
 * The packages in the lockfile that are not for development alone.
 * @returns {Licence[]}
 */
export function licences() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const exceptions = JSON.parse(readFileSync(join(folder, "exceptions.json"), "utf8")).licences;
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && !dev)
    .map(([path, { version, license = "none named" }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const reason = exceptions[name] ?? null;
      return { name, version, licence: license, isAllowed: reason !== null || isAllowed(license), reason };
    })
    .sort((one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endWithUsage(
    "Usage: npm run licences   list the licence of every package that the service runs with; exits with 1 for one that is not allowed",
  );
  const all = licences();
  for (const { name, version, licence, reason } of all) process.stdout.write(`${name}@${version}: ${reason ?? licence}\n`);
  const refused = all.filter((one) => !one.isAllowed);
  for (const { name, version, licence } of refused) process.stderr.write(`NOT ALLOWED: ${name}@${version}: ${licence}\n`);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
