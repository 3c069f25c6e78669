// @ts-check
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** One folder at a time: node's own way of making all of them never returns below /proc. @param {string} folder */
function makeFolders(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error("it is a file"), { code: "ENOTDIR" });
  makeFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Why DATA_DIR can never be a folder, as a sentence; null where it can. @param {string} setting @returns {string | null} */
export function unusableFolder(setting) {
  try {
    makeFolders(resolve(setting));
    return null;
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    // Rights and read-only disks are explained where the folder is opened, with the command that mends them.
    if (code !== "ENOTDIR" && code !== "ENOENT") return null;
    const why = code === "ENOTDIR" ? "is a file, or lies below one" : `cannot be made (${message})`;
    return `DATA_DIR cannot be used: ${setting} ${why}. To mend it, set DATA_DIR to a folder of the user that runs the service.`;
  }
}
