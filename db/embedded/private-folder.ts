import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { log } from "@/lib/config/log";

export interface NarrowResult {
  /** Number of files and folders that other users could access until now. */
  narrowed: number;
  /** Number of entries that another user owns, and that could not be changed. */
  refused: number;
}

const OTHERS_MASK = 0o077;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Undefined when the path is gone meanwhile, or not readable for us either. */
function ifPossible<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function narrowOne(path: string, entry: Stats, found: NarrowResult): void {
  if ((entry.mode & OTHERS_MASK) === 0) return;
  try {
    chmodSync(path, entry.isDirectory() ? FOLDER_MODE : FILE_MODE);
    found.narrowed++;
  } catch {
    found.refused++;
  }
}

function* entriesBelow(folder: string): Generator<{ path: string; entry: Stats }> {
  for (const name of ifPossible(() => readdirSync(folder)) ?? []) {
    const path = join(folder, name);
    const entry = ifPossible(() => lstatSync(path));
    if (!entry || entry.isSymbolicLink()) continue;
    yield { path, entry };
    if (entry.isDirectory()) yield* entriesBelow(path);
  }
}

/**
 * Removes all access for other users from a folder and everything in it. Links are not followed, and a
 * file in the folder's place is left alone.
 */
export function narrowFolder(folder: string): NarrowResult {
  const found: NarrowResult = { narrowed: 0, refused: 0 };
  const top = ifPossible(() => statSync(folder));
  if (!top?.isDirectory() || process.platform === "win32") return found;
  narrowOne(folder, top, found);
  for (const { path, entry } of entriesBelow(folder)) narrowOne(path, entry, found);
  return found;
}

/** Makes the data folder private, and everything this process creates from now on. Logs what had to be changed. */
export function keepPrivate(dataDir: string): void {
  // Only the main thread can set the umask; it applies to the whole process.
  if (isMainThread) process.umask(OTHERS_MASK);
  const { narrowed, refused } = narrowFolder(dataDir);
  if (narrowed > 0) {
    log.warn("other users of this machine could reach the data folder; it is its owner's alone now", { folder: dataDir, narrowed });
  }
  if (refused > 0) {
    log.warn("a part of the data folder belongs to another user and stays open to others; chown it to the user that runs the service", {
      folder: dataDir,
      refused,
    });
  }
}
