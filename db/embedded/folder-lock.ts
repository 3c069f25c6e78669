import type { Owner } from "../lock/lock-owner.mjs";
import { inUseSentence, LockHeldError, takeLock } from "../lock/process-lock.mjs";

/** Another process holds the folder. The embedded database has no lock of its own: two owners would silently lose writes. */
export class FolderInUseError extends Error {
  readonly ownerPid: number;
  constructor(folder: string, owner: Owner) {
    super(inUseSentence(folder, owner));
    this.name = "FolderInUseError";
    this.ownerPid = owner.pid ?? 0;
  }
}

/** Locks `folder` for this process and returns the function that unlocks it. Throws FolderInUseError. */
export async function lockFolder(folder: string): Promise<() => void> {
  try {
    return await takeLock(`${folder}.lock`);
  } catch (error) {
    if (error instanceof LockHeldError) throw new FolderInUseError(folder, error.owner);
    throw error;
  }
}
