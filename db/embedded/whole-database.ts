import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "@/lib/config/command-error";
import { listBackupFiles } from "../backup/files";
import type { Db } from "../client";
import { isStorageLow } from "./storage";
import { databaseFolder, markerFile, readMarker, writeMarker, type Marker } from "./database-marker";
import { describeDatabase, listTablesWithoutFile, type DatabaseIdentity } from "../queries/installation";

/** Files without which Postgres does not start, or the embedded one creates an empty database instead. */
const REQUIRED_FILES = ["PG_VERSION", "base", "global/pg_control", "pg_wal", "pg_xact", "postgresql.conf"];

/** The expected embedded database is missing, damaged or not the expected one. Nothing was changed. */
export class DatabaseNotWholeError extends CommandError {
  readonly fix: string;
  constructor(problem: string, fix: string) {
    super(`${problem}\n${fix}`);
    this.name = "DatabaseNotWholeError";
    this.fix = fix;
  }
  get problem(): string {
    return this.message.slice(0, -this.fix.length - 1);
  }
}

function whose(marker: Marker | null): string {
  if (marker?.state !== "whole") return "";
  const { installation, newestTransaction, newestTransactionAt } = marker;
  const newest =
    newestTransactionAt === null ? "no ledger transaction yet" : `ledger transactions up to ${newestTransaction} of ${newestTransactionAt}`;
  return ` It is that of installation ${installation}, with ${newest}.`;
}

function recoveryOptions(dataDir: string): string {
  const [newest] = listBackupFiles(dataDir);
  const restore = newest
    ? `Restore the newest backup: npm run backup -- restore ${newest.path}`
    : `There is no backup in ${join(dataDir, "backups")}; if you keep one elsewhere: npm run backup -- restore <file>`;
  return `${restore}\nTo begin with an empty database all the same, move ${databaseFolder(dataDir)} and ${markerFile(dataDir)} aside.`;
}

const notWhole = (dataDir: string, found: string, marker: Marker | null): DatabaseNotWholeError =>
  new DatabaseNotWholeError(
    `The database in ${databaseFolder(dataDir)} is not whole: ${found}.${whose(marker)} Nothing was changed.`,
    recoveryOptions(dataDir),
  );

const isEmptyFolder = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

function missingFrom(folder: string): string | undefined {
  if (!existsSync(folder)) return "the folder is missing";
  if (isEmptyFolder(folder)) return "the folder is empty";
  const missing = REQUIRED_FILES.find((name) => !existsSync(join(folder, name)));
  if (missing) return `${missing} is missing`;
  const isEmptied = ["PG_VERSION", "global/pg_control"].find((name) => statSync(join(folder, name)).size === 0);
  return isEmptied && `${isEmptied} is empty`;
}

/** Called before opening, which would create an empty database. The caller holds the lock. Throws DatabaseNotWholeError. */
export function requireWholeFolder(dataDir: string): void {
  const folder = databaseFolder(dataDir);
  const marker = readMarker(dataDir);
  if (marker?.state === "creating") rmSync(folder, { recursive: true, force: true });
  if (marker?.state === "creating" || (marker === null && isEmptyFolder(folder))) return writeMarker(dataDir, { state: "creating" });
  const found = missingFrom(folder);
  if (found) throw notWhole(dataDir, found, marker);
}

/** Explains a failed start. An unfinished new database has lost nothing, and a full disk is no damage. */
export function whyNotStarted(dataDir: string, error: unknown): unknown {
  const marker = readMarker(dataDir);
  if (marker?.state === "creating" || isStorageLow(dataDir)) return error;
  return notWhole(dataDir, `Postgres cannot start on it (${error instanceof Error ? error.message : String(error)})`, marker);
}

function differenceFrom(expected: DatabaseIdentity, found: DatabaseIdentity | null): string | undefined {
  if (!found) return "it holds no tables of this service";
  if (found.installation !== expected.installation) return `it is the database of installation ${found.installation}`;
  if (found.schemaVersion < expected.schemaVersion) return "its tables are of an older release than they were";
  if (found.newestTransaction < expected.newestTransaction) {
    return `its ledger ends with transaction ${found.newestTransaction}, so it is an older copy, or a power cut took its newest writes`;
  }
  return undefined;
}

/**
 * Checks after opening that every table has its file and that the marker names this database. Throws
 * DatabaseNotWholeError.
 */
export async function requireSameDatabase(db: Db, dataDir: string): Promise<void> {
  const marker = readMarker(dataDir);
  const missing = await listTablesWithoutFile(db);
  if (missing.length > 0) throw notWhole(dataDir, `files of ${missing.slice(0, 5).join(", ")} are missing`, marker);
  const difference = marker?.state === "whole" ? differenceFrom(marker, await describeDatabase(db)) : undefined;
  if (!difference) return;
  const problem = `The database in ${databaseFolder(dataDir)} is not the one that was here: ${difference}.${whose(marker).replace(" It is that of", " That was the one of")} Nothing was changed.`;
  throw new DatabaseNotWholeError(problem, `${recoveryOptions(dataDir)}\nTo go on with the database as it is: npm run backup -- accept`);
}

export async function keepMarker(db: Db, dataDir: string): Promise<void> {
  const identity = await describeDatabase(db);
  if (identity) writeMarker(dataDir, { state: "whole", ...identity });
}
