import { existsSync, renameSync, rmSync } from "node:fs";
import { scratchFolder } from "@/db/backup/copy-folder";
import { stampOf } from "@/db/backup/files";
import { BackupUnreadableError, loadBackup } from "@/db/backup/load";
import { setAside } from "@/db/backup/set-aside";
import { inTransaction, type Db } from "@/db/client";
import { withEngine } from "@/db/connection";
import { databaseFolder, writeMarker } from "@/db/embedded/database-marker";
import { describeDatabase, type DatabaseIdentity } from "@/db/queries/installation";
import { checkLedger, type LedgerCheck } from "@/db/queries/money/ledger/ledger-check";
import { CommandError } from "@/lib/config/command-error";
import { readCompressedLines } from "./backup-stream";

export interface RestoreResult {
  database: DatabaseIdentity;
  ledger: LedgerCheck;
  /** Where the previous database was moved; null when there was none. */
  keptAs: string | null;
}

interface RestoreOptions {
  path: string;
  root: string;
  now: Date;
}

async function loadChecked(tx: Db, { path, root, now }: RestoreOptions): Promise<Omit<RestoreResult, "keptAs">> {
  try {
    await loadBackup(tx, readCompressedLines(path), root);
  } catch (error) {
    if (error instanceof BackupUnreadableError) {
      throw new CommandError(`${path} cannot be restored: ${error.message}. Nothing was changed.`);
    }
    throw error;
  }
  const ledger = await checkLedger(tx, now);
  if (ledger.faults.length > 0) {
    throw new CommandError(`${path} is not restored: its ledger does not balance. ${ledger.faults[0]}. Nothing was changed.`);
  }
  const database = await describeDatabase(tx);
  if (!database) throw new Error("what was restored does not say whose it is");
  return { database, ledger };
}

/**
 * Restores into a scratch folder, then swaps it in. The previous folder stays beside it. The caller
 * holds the folder's lock.
 */
export async function restoreEmbedded(dataDir: string, options: RestoreOptions): Promise<RestoreResult> {
  const scratch = scratchFolder(dataDir);
  const folder = databaseFolder(dataDir);
  try {
    const loaded = await withEngine(scratch, (db) => inTransaction(db, (tx) => loadChecked(tx, options)));
    const keptAs = existsSync(folder) ? `${folder}.before-restore-${stampOf(options.now)}` : null;
    if (keptAs) renameSync(folder, keptAs);
    renameSync(scratch, folder);
    writeMarker(dataDir, { state: "whole", ...loaded.database });
    return { ...loaded, keptAs };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** In one transaction: existing tables move to a schema of their own, so that nothing is overwritten. */
export function restorePostgres(db: Db, options: RestoreOptions): Promise<RestoreResult> {
  const schema = `before_restore_${stampOf(options.now).replace(/\W/g, "").toLowerCase()}`;
  return inTransaction(db, async (tx) => {
    const isMoved = await setAside(tx, options.root, schema);
    return { ...(await loadChecked(tx, options)), keptAs: isMoved ? `the schema ${schema}` : null };
  });
}
