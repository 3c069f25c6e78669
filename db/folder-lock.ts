import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Another process holds the folder. The embedded database has no lock of its own: two owners lose writes silently. */
export class FolderInUseError extends Error {
  readonly ownerPid: number;
  constructor(folder: string, ownerPid: number) {
    super(`The database folder ${folder} is in use by process ${ownerPid}. Stop that process, or set DATA_DIR to another folder.`);
    this.name = "FolderInUseError";
    this.ownerPid = ownerPid;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Linux: a pid may be reused after a crash, its start time is not. */
function startedAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

interface Owner {
  pid: number;
  startedAt: string | null;
}

function readOwner(file: string): Owner | null {
  try {
    const owner = JSON.parse(readFileSync(file, "utf8")) as Partial<Owner>;
    return typeof owner.pid === "number" ? { pid: owner.pid, startedAt: owner.startedAt ?? null } : null;
  } catch {
    return null;
  }
}

const holds = (owner: Owner): boolean => isAlive(owner.pid) && (owner.startedAt === null || owner.startedAt === startedAt(owner.pid));

/** The lock appears with its content in one step: a link to a finished file, refused when the name is taken. */
function claim(file: string): boolean {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) } satisfies Owner), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    unlinkSync(draft);
  }
}

/** Moves a dead owner's lock aside under a name of ours: of two takers only one rename succeeds. */
function removeDeadLock(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    unlinkSync(aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Locks `folder` for this process and gives back the way to unlock it. Throws FolderInUseError. */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  for (let attempt = 0; attempt < 5; attempt++) {
    if (claim(file)) return unlocker(file);
    const owner = readOwner(file);
    if (owner && holds(owner)) throw new FolderInUseError(folder, owner.pid);
    removeDeadLock(file);
  }
  throw new Error(`The lock file ${file} cannot be taken; remove it if no process uses the folder.`);
}

function unlocker(file: string): () => void {
  const unlock = () => {
    if (readOwner(file)?.pid !== process.pid) return;
    try {
      unlinkSync(file);
    } catch {
      // Already gone: nothing to unlock.
    }
  };
  process.once("exit", unlock);
  return unlock;
}
