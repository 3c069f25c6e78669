import { statfsSync } from "node:fs";

/** Two files of the write-ahead log, 16 MB each, and what the tables grow by meanwhile. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Null where the system does not say. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Whether the embedded database may soon be unable to write; null where the system does not say. */
export function isStorageLow(folder: string): boolean | null {
  const free = freeBytes(folder);
  return free === null ? null : free < LEAST_FREE_BYTES;
}
