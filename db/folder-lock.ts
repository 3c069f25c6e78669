import { LockHeldError, takeLock } from "./process-lock.mjs";

/** Another process holds the folder. The embedded database has no lock of its own: two owners lose writes silently. */
export class FolderInUseError extends Error {
  readonly ownerPid: number;
  constructor(folder: string, ownerPid: number, host: string | null) {
    const owner = host === null ? `process ${ownerPid}` : `process ${ownerPid} on ${host}`;
    super(`The database folder ${folder} is in use by ${owner}. Stop that process, or set DATA_DIR to another folder.`);
    this.name = "FolderInUseError";
    this.ownerPid = ownerPid;
  }
}

/** Locks `folder` for this process and gives back the way to unlock it. Throws FolderInUseError. */
export function lockFolder(folder: string): () => void {
  try {
    return takeLock(`${folder}.lock`);
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new FolderInUseError(folder, error.owner.pid ?? 0, error.isElsewhere ? error.owner.host : null);
  }
}
