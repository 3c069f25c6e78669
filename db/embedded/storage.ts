import { statfsSync } from "node:fs";

/** Room for two 16 MB files of the write-ahead log, and for tables that grow meanwhile. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Null when the system does not tell. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** True when the embedded database may soon be unable to write; null when the system does not tell. */
export function isStorageLow(folder: string): boolean | null {
  const free = freeBytes(folder);
  return free === null ? null : free < MIN_FREE_BYTES;
}
