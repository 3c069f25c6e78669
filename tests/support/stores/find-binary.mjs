// @ts-check
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of an installed server, or null. A variable like REDIS_SERVER overrides the search. @param {string} name @returns {string | null} */
export function findBinary(name) {
  const override = process.env[name.toUpperCase().replaceAll("-", "_")] ?? "";
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return [override, ...folders.map((folder) => join(folder, name))].find((file) => file !== "" && isExecutable(file)) ?? null;
}

/** Message when tests behind a pooler are skipped. */
export const NO_PGBOUNCER = "no pgbouncer was found on this machine (apt-get install pgbouncer), so nothing was tested behind a pooler";
