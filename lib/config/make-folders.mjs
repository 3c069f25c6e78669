// @ts-check
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** @param {string} folder */
const foundAt = (folder) => statSync(folder, { throwIfNoEntry: false });

/**
 * Makes a folder that is missing, and its missing parents, one at a time. Node's own way of making all
 * of them never returns below /proc.
 * @param {string} folder @param {number} [mode]
 */
export function makeFolders(folder, mode = 0o700) {
  const path = resolve(folder);
  const found = foundAt(path);
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error(`${path} is a file`), { code: "ENOTDIR" });
  makeFolders(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!foundAt(path)?.isDirectory()) throw error;
  }
}
