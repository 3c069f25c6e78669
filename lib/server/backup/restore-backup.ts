import { existsSync, renameSync, rmSync } from "node:fs";
import { scratchFolder } from "@/db/backup/copy-folder";
import { stampOf } from "@/db/backup/files";
import { BackupUnreadableError, loadBackup } from "@/db/backup/load";
import { setAside } from "@/db/backup/set-aside";
import { inTransaction, type Db } from "@/db/client";
import { withEngine } from "@/db/connection";
import { databaseFolder, writeMarker } from "@/db/embedded/database-marker";
import { describeDatabase, type KnownDatabase } from "@/db/queries/installation";
import { checkLedger, type LedgerCheck } from "@/db/queries/money/ledger/ledger-check";
import { CommandError } from "@/lib/config/command-error";
import { readCompressedLines } from "./backup-stream";

export interface Restored {
  known: KnownDatabase;
  ledger: LedgerCheck;
  /** Where what was there before is kept; null when nothing was. */
  keptAs: string | null;
}

interface RestoreOptions {
  path: string;
  root: string;
  now: Date;
}

/** Loads the file in one transaction and refuses it where the ledger in it does not balance. */
async function loadChecked(tx: Db, { path, root, now }: RestoreOptions): Promise<Omit<Restored, "keptAs">> {
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
  const known = await describeDatabase(tx);
  if (!known) throw new Error("what was restored does not say whose it is");
  return { known, ledger };
}

/** Into a scratch folder first; then it takes the database's place, and what was there stays beside it. The folder's lock must be held. */
export async function restoreEmbedded(dataDir: string, options: RestoreOptions): Promise<Restored> {
  const scratch = scratchFolder(dataDir);
  const folder = databaseFolder(dataDir);
  try {
    const loaded = await withEngine(scratch, (db) => inTransaction(db, (tx) => loadChecked(tx, options)));
    const keptAs = existsSync(folder) ? `${folder}.before-restore-${stampOf(options.now)}` : null;
    if (keptAs) renameSync(folder, keptAs);
    renameSync(scratch, folder);
    writeMarker(dataDir, { state: "whole", ...loaded.known });
    return { ...loaded, keptAs };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** In one transaction: the tables that are there move into a schema of their own, so that nothing is overwritten. */
export function restorePostgres(db: Db, options: RestoreOptions): Promise<Restored> {
  const schema = `before_restore_${stampOf(options.now).replace(/\W/g, "").toLowerCase()}`;
  return inTransaction(db, async (tx) => {
    const isMoved = await setAside(tx, options.root, schema);
    return { ...(await loadChecked(tx, options)), keptAs: isMoved ? `the schema ${schema}` : null };
  });
}
