import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export const BACKUP_SUFFIX = ".backup.jsonl.gz";

export const backupFolder = (dataDir: string): string => join(dataDir, "backups");

export interface BackupFile {
  path: string;
  name: string;
  bytes: number;
  madeAt: Date;
}

/** `2026-11-22T10-15-00Z`: sorts by time and is a valid file name everywhere. */
export const stampOf = (moment: Date): string =>
  moment
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");

function momentOf(name: string): Date | null {
  const stamp = /(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\dZ)/.exec(name);
  return stamp ? new Date(`${stamp[1]}${stamp[2]}:${stamp[3]}:${stamp[4]}`) : null;
}

/** Newest first. Only verified backups have such names; an unfinished one has a scratch name. */
export function listBackupFiles(dataDir: string): BackupFile[] {
  const folder = backupFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(BACKUP_SUFFIX))
    .map((name) => {
      const { size, mtime } = statSync(join(folder, name));
      return { path: join(folder, name), name, bytes: size, madeAt: momentOf(name) ?? mtime };
    })
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}
