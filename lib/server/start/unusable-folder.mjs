// @ts-check
import { makeFolders } from "../../config/make-folders.mjs";
import { StartError } from "./prepare.mjs";

/** Why DATA_DIR can never be a folder, as a sentence; null where it can. @param {string} setting @returns {string | null} */
export function unusableFolder(setting) {
  try {
    makeFolders(setting);
    return null;
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    // Other faults are explained where the folder is opened. Rights and read-only disks get the command that mends
    // them there.
    if (code !== "ENOTDIR" && code !== "ENOENT") return null;
    const why = code === "ENOTDIR" ? "is a file, or lies below one" : `cannot be made (${message})`;
    return `DATA_DIR cannot be used: ${setting} ${why}. To mend it, set DATA_DIR to a folder of the user that runs the service.`;
  }
}

/** Said by the start and by every command, before anything is made in the folder. */
export function requireDataFolder() {
  const fault = process.env.VERCEL === "1" ? null : unusableFolder(process.env.DATA_DIR || ".data");
  if (fault) throw new StartError(fault);
}
