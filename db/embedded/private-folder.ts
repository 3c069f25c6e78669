import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { log } from "@/lib/config/log";

export interface Narrowing {
  /** Files and folders that others could reach until now. */
  narrowed: number;
  /** Those that belong to somebody else, and stay as they are. */
  refused: number;
}

const OF_OTHERS = 0o077;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Undefined for what is gone by now, or hidden from us too: it is not ours to narrow. */
function tried<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function narrowOne(path: string, entry: Stats, found: Narrowing): void {
  if ((entry.mode & OF_OTHERS) === 0) return;
  try {
    chmodSync(path, entry.isDirectory() ? FOLDER_MODE : FILE_MODE);
    found.narrowed++;
  } catch {
    found.refused++;
  }
}

function* entriesBelow(folder: string): Generator<{ path: string; entry: Stats }> {
  for (const name of tried(() => readdirSync(folder)) ?? []) {
    const path = join(folder, name);
    const entry = tried(() => lstatSync(path));
    if (!entry || entry.isSymbolicLink()) continue;
    yield { path, entry };
    if (entry.isDirectory()) yield* entriesBelow(path);
  }
}

/** Takes a folder and everything in it from all users but its owner; links are not followed. */
export function narrowFolder(folder: string): Narrowing {
  const found: Narrowing = { narrowed: 0, refused: 0 };
  const top = tried(() => statSync(folder));
  if (!top || process.platform === "win32") return found;
  narrowOne(folder, top, found);
  for (const { path, entry } of entriesBelow(folder)) narrowOne(path, entry, found);
  return found;
}

/** Whatever this process creates from now on is its owner's alone, and so is what the folder holds already; says what had to be narrowed. */
export function keepPrivate(dataDir: string): void {
  // A thread cannot set it; its files follow the process.
  if (isMainThread) process.umask(OF_OTHERS);
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
