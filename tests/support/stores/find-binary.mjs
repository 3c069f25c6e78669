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

/** Path of a server that this machine may have, or null; a variable like REDIS_SERVER names one elsewhere. @param {string} name @returns {string | null} */
export function findBinary(name) {
  const named = process.env[name.toUpperCase().replaceAll("-", "_")] ?? "";
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return [named, ...folders.map((folder) => join(folder, name))].find((file) => file !== "" && isExecutable(file)) ?? null;
}

/** Why whatever needs a pooler was left out. */
export const NO_PGBOUNCER = "no pgbouncer was found on this machine (apt-get install pgbouncer), so nothing was tested behind a pooler";
