import { renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "@/lib/config/make-folders.mjs";
import { scratchFolder } from "@/db/backup/copy-folder";
import { dumpDatabase } from "@/db/backup/dump";
import { BACKUP_SUFFIX, backupFolder, listBackupFiles, stampOf } from "@/db/backup/files";
import { loadBackup } from "@/db/backup/load";
import { differingTables } from "@/db/backup/table-digests";
import { inTransaction, type Db } from "@/db/client";
import { withEngine } from "@/db/connection";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { CommandError } from "@/lib/config/command-error";
import type { BackupEnd, BackupHeader } from "@/lib/schemas/backup";
import { readCompressedLines, writeCompressed } from "./backup-stream";

/** Daily backups are rotated by the job; manual ones stay. */
export type BackupKind = "daily" | "manual";

export interface MadeBackup {
  path: string;
  bytes: number;
  header: BackupHeader;
  rows: number;
  /** Faults of the ledger, found in the database that was restored from the file. */
  faults: string[];
}

const MAX_DAILY = 7;
const MAX_DAILY_BYTES = 2 * 1024 ** 3;
/** Verification restores the backup into a scratch database, which needs space as well. */
const MIN_FREE_BYTES = 256 * 1024 ** 2;

function requireRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < MIN_FREE_BYTES) {
    throw new CommandError(
      `${folder} has ${Math.floor((bavail * bsize) / 1024 ** 2)} MB free; a backup and its verification need at least ${MIN_FREE_BYTES / 1024 ** 2}.`,
    );
  }
}

const sumOfRows = (tables: BackupEnd["tables"]): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

/** Restores the file into a scratch database, and checks its tables against the dump, and its ledger. */
async function verify(
  path: string,
  written: BackupEnd["tables"],
  options: { dataDir: string; root: string; now: Date },
): Promise<string[]> {
  const scratch = scratchFolder(options.dataDir);
  try {
    return await withEngine(scratch, async (db) => {
      await inTransaction(db, (tx) => loadBackup(tx, readCompressedLines(path), options.root));
      const { digests } = await dumpDatabase(db, { ...options, write: async () => undefined });
      const [differing] = differingTables(written, digests.toJson());
      if (differing) throw new CommandError(`The backup was discarded: restored from it, the table ${differing} differs.`);
      return (await checkLedger(db, options.now)).faults;
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Writes and verifies a backup; the file gets its final name only after verification. */
export async function createBackup(
  db: Db,
  { dataDir, root, now, kind }: { dataDir: string; root: string; now: Date; kind: BackupKind },
): Promise<MadeBackup> {
  const folder = backupFolder(dataDir);
  makeFolders(folder);
  requireRoom(folder);
  const path = join(folder, `${kind}-${stampOf(now)}${BACKUP_SUFFIX}`);
  const draft = `${scratchFolder(dataDir)}.gz`;
  try {
    const dumped = await writeCompressed(draft, (write) => dumpDatabase(db, { root, now, write }));
    const tables = dumped.digests.toJson();
    const faults = await verify(draft, tables, { dataDir, root, now });
    renameSync(draft, path);
    return { path, bytes: statSync(path).size, header: dumped.header, rows: sumOfRows(tables), faults };
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Keeps the newest daily backups, at most a week of them and within a size limit. The newest stays whatever its size. */
export function pruneDailyBackups(dataDir: string): string[] {
  const daily = listBackupFiles(dataDir).filter(({ name }) => name.startsWith("daily-"));
  let bytes = 0;
  const surplus = daily.filter((file, index) => {
    bytes += file.bytes;
    return index > 0 && (index >= MAX_DAILY || bytes > MAX_DAILY_BYTES);
  });
  for (const { path } of surplus) rmSync(path, { force: true });
  return surplus.map(({ name }) => name);
}
