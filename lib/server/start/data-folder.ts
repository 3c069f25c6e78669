import { accessSync, constants, existsSync } from "node:fs";
import { codeOf } from "@/db/client";
import { makeFolders } from "@/lib/config/make-folders.mjs";

/** What is wrong with the data folder, and what the operator does about it. */
export interface FolderFault {
  says: string;
  mend: string;
}

const READ_ONLY = "EROFS";
const NOT_OURS = new Set(["EACCES", "EPERM"]);
/** A file stands where the folder, or one above it, should be. */
const NO_FOLDER = new Set(["EEXIST", "ENOTDIR"]);
const ELSEWHERE = "set DATA_DIR to a folder of the user that runs the service";

export const isFolderError = (error: Error): boolean => {
  const code = codeOf(error);
  return code === READ_ONLY || NOT_OURS.has(code) || NO_FOLDER.has(code);
};

function faultOf(error: Error, folder: string): FolderFault {
  const code = codeOf(error);
  if (code === READ_ONLY) return { says: `${folder} is on a disk that may only be read`, mend: ELSEWHERE };
  if (NO_FOLDER.has(code)) return { says: `${folder} is a file, or lies below one`, mend: ELSEWHERE };
  if (!NOT_OURS.has(code)) return { says: `${folder} cannot be used (${error.message})`, mend: ELSEWHERE };
  const make = existsSync(folder) ? "" : `mkdir -p ${folder} && `;
  const mend = `\`${make}chown -R <user> ${folder}\` as root, with the user that runs the service, or ${ELSEWHERE}`;
  return { says: `this user may not write to ${folder}`, mend };
}

/** Why nothing can be stored in the data folder; null where it can. Makes the folder where it is missing. */
export function findFolderFault(folder: string): FolderFault | null {
  try {
    makeFolders(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return faultOf(error instanceof Error ? error : new Error(String(error)), folder);
  }
}
