import { existsSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { backupFolder, listBackupFiles } from "@/db/backup/files";
import { dbOf, openConnection, withEngine } from "@/db/connection";
import { databaseFolder, readMarker, writeMarker } from "@/db/embedded/database-marker";
import { lockFolder } from "@/db/embedded/folder-lock";
import { keepPrivate } from "@/db/embedded/private-folder";
import { describeDatabase } from "@/db/queries/installation";
import { requireWholeFolder } from "@/db/embedded/whole-database";
import { CommandError } from "@/lib/config/command-error";
import { databaseChoice, describePostgres } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import type { BackupHeader } from "@/lib/schemas/backup";
import { administer } from "../cli/administer";
import { print, readCommandLine } from "../cli/command-line";
import { headerOf } from "./backup-stream";
import { createBackup, pruneDailyBackups, type BackupKind, type MadeBackup } from "./create-backup";
import { restoreEmbedded, restorePostgres, type RestoreResult } from "./restore-backup";
import { runCommandLine } from "../cli/run-command-line";
import { textTable } from "../cli/text-table";
import { createInterface } from "node:readline/promises";

/** Without a terminal there is nobody to ask, so the option has to confirm. */
export async function confirm(question: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new CommandError(`${question}\nNothing was changed. Say --yes to go on without being asked.`);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`${question}\nType yes to go on: `).finally(() => prompt.close());
  if (answer.trim().toLowerCase() !== "yes") throw new CommandError("Nothing was changed.");
}

const USAGE = [
  "Usage: npm run backup -- create                   write a backup of the configured database and verify it; the server may run",
  "                         list                     the backups in DATA_DIR/backups, newest first",
  "                         restore <file> [--yes]   put the database of that file in place of the configured one, which is kept beside it; `newest` names the newest",
  "                         accept [--yes]           go on with the embedded database as it is, although it is not the one that was here",
].join("\n");

const root = process.cwd();
const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const upTo = ({ newestTransaction, newestTransactionAt }: { newestTransaction: number; newestTransactionAt: string | null }): string =>
  newestTransactionAt === null ? "no ledger transaction" : `ledger transaction ${newestTransaction} of ${newestTransactionAt}`;
const whose = (database: Pick<BackupHeader, "installation" | "newestTransaction" | "newestTransactionAt">): string =>
  `installation ${database.installation}, up to ${upTo(database)}`;

/** Tells the operator what a restore would lose, so that he can look for a newer file. */
function loss(current: { newestTransaction: number } | null, header: BackupHeader): string {
  const missing = (current?.newestTransaction ?? 0) - header.newestTransaction;
  return missing > 0 ? ` Its newest ${missing} ledger transactions are not in the backup.` : "";
}

/**
 * Works on a copy of the embedded database's folder, in this process. The server only pauses while the
 * folder is copied.
 */
async function packCopy(copy: string, kind: BackupKind): Promise<MadeBackup> {
  try {
    return await withEngine(copy, (db) => createBackup(db, { dataDir: env().DATA_DIR, root, now: new Date(), kind }));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function packPostgres(): Promise<MadeBackup> {
  const connection = await openConnection(databaseChoice(env()), env().DATA_DIR);
  try {
    return await createBackup(dbOf(connection), { dataDir: env().DATA_DIR, root, now: new Date(), kind: "manual" });
  } finally {
    await connection.close();
  }
}

function report({ path, bytes, header, rows, faults }: MadeBackup): number {
  print(`${path}: ${rows.toLocaleString("en-US")} rows in ${megabytes(bytes)}, of ${whose(header)}.`);
  print("Restored from the file into a scratch database, every table is what it was.");
  if (faults.length === 0) {
    print(
      "The books balance there. The keys of receipts and watches are not in it: keep receipt-signing-key and watch-secret-key of DATA_DIR, or the keys you configured, apart from it.",
    );
  } else process.stderr.write(`The books do not balance there, as they do not in the database itself: ${faults[0]}\n`);
  return faults.length === 0 ? 0 : 1;
}

async function create(): Promise<number> {
  const isEmbedded = databaseChoice(env()).driver === "pglite";
  return report(isEmbedded ? await packCopy((await administer<{ copy: string }>("backup.copy")).copy, "manual") : await packPostgres());
}

/** Started by the daily job with a copy it has made. Low priority, because the server answers calls at the same time. */
async function packDaily(copy: string): Promise<number> {
  setPriority(constants.priority.PRIORITY_LOW);
  const made = await packCopy(copy, "daily");
  pruneDailyBackups(env().DATA_DIR);
  return report(made);
}

async function list(): Promise<void> {
  const files = listBackupFiles(env().DATA_DIR);
  if (files.length === 0) return print(`There is no backup in ${backupFolder(env().DATA_DIR)}. \`npm run backup -- create\` makes one.`);
  const rows = await Promise.all(
    files.map(async ({ name, bytes, path }) => [
      name,
      megabytes(bytes),
      await headerOf(path).then(whose, (error: Error) => `cannot be read: ${error.message}`),
    ]),
  );
  print(textTable([["file", "size", "of"], ...rows]));
}

function findFile(name: string): string {
  const files = listBackupFiles(env().DATA_DIR);
  if (name === "newest" && files[0]) return files[0].path;
  const path = [name, join(backupFolder(env().DATA_DIR), name)].find((candidate) => existsSync(candidate));
  if (path) return path;
  throw new CommandError(
    name === "newest"
      ? `There is no backup in ${backupFolder(env().DATA_DIR)}.`
      : `There is no file ${name}, here or in ${backupFolder(env().DATA_DIR)}.`,
  );
}

async function replaceEmbedded(path: string, header: BackupHeader, isConfirmed: boolean): Promise<RestoreResult> {
  const { DATA_DIR } = env();
  const unlock = await lockFolder(databaseFolder(DATA_DIR));
  try {
    const marker = readMarker(DATA_DIR);
    const isThere = existsSync(databaseFolder(DATA_DIR)) || marker !== null;
    const database = marker?.state === "whole" ? marker : null;
    if (isThere) {
      await confirm(
        `This replaces the database in ${databaseFolder(DATA_DIR)}${database ? ` of ${whose(database)}` : ""}.${loss(database, header)}`,
        isConfirmed,
      );
    }
    return await restoreEmbedded(DATA_DIR, { path, root, now: new Date() });
  } finally {
    unlock();
  }
}

async function replacePostgres(path: string, header: BackupHeader, isConfirmed: boolean): Promise<RestoreResult> {
  const choice = databaseChoice(env());
  const connection = await openConnection(choice, env().DATA_DIR);
  try {
    const database = await describeDatabase(dbOf(connection));
    if (database) {
      await confirm(
        `This replaces the tables of ${whose(database)} in ${describePostgres(env())}.${loss(database, header)} Stop every server that uses them first.`,
        isConfirmed,
      );
    }
    return await restorePostgres(dbOf(connection), { path, root, now: new Date() });
  } finally {
    await connection.close();
  }
}

async function restore(name: string, isConfirmed: boolean): Promise<void> {
  const path = findFile(name);
  const header = await headerOf(path).catch((error: Error) => {
    throw new CommandError(`${path} cannot be restored: ${error.message}.`);
  });
  print(`${path} was made ${header.madeAt}, of ${whose(header)}.`);
  const replace = databaseChoice(env()).driver === "pglite" ? replaceEmbedded : replacePostgres;
  const { database, ledger, keptAs } = await replace(path, header, isConfirmed);
  print(`Restored: ${whose(database)}. ${ledger.accounts} accounts, ${ledger.credits.customers} credits of customers; the books balance.`);
  if (keptAs) print(`What was there before is kept in ${keptAs}; remove it when you no longer need it.`);
}

/** The operator confirms that the database found in the folder is the right one. */
async function accept(isConfirmed: boolean): Promise<void> {
  const { DATA_DIR } = env();
  if (databaseChoice(env()).driver !== "pglite") {
    throw new CommandError("Only the embedded database has a marker that could differ from it.");
  }
  const unlock = await lockFolder(databaseFolder(DATA_DIR));
  try {
    requireWholeFolder(DATA_DIR);
    const marker = readMarker(DATA_DIR);
    const database = await withEngine(databaseFolder(DATA_DIR), describeDatabase);
    if (!database) throw new CommandError(`The database in ${databaseFolder(DATA_DIR)} holds no tables of this service.`);
    const before =
      marker?.state === "whole" ? `The database that was here is that of ${whose(marker)}.` : "It is not known which database was here.";
    await confirm(`${before}\nThe one that is here now is that of ${whose(database)}; what it lacks is lost.`, isConfirmed);
    writeMarker(DATA_DIR, { state: "whole", ...database });
    print("It is taken as it is.");
  } finally {
    unlock();
  }
}

await runCommandLine(USAGE, async () => {
  keepPrivate(env().DATA_DIR);
  const { verb, rest, isConfirmed } = readCommandLine([], USAGE, { isConfirmable: true });
  const [file] = rest;
  if (verb === "create" && rest.length === 0) return create();
  if (verb === "list" && rest.length === 0) return list();
  if (verb === "restore" && rest.length === 1 && file) return restore(file, isConfirmed);
  if (verb === "accept" && rest.length === 0) return accept(isConfirmed);
  if (verb === "pack-daily" && rest.length === 1 && file) return packDaily(file);
  throw new CommandError(USAGE);
});
