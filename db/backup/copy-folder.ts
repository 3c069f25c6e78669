import { randomUUID } from "node:crypto";
import { constants, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@/lib/config/make-folders.mjs";
import type { PGlite } from "@electric-sql/pglite";
import { databaseFolder } from "../embedded/database-marker";
import { backupFolder } from "./files";
import { DAY_MS } from "@/lib/domain/basics/time";

const SCRATCH = ".scratch-";
/** No backup takes that long: an older scratch folder was left by a killed process. */
const ABANDONED_AFTER_MS = DAY_MS;

export function scratchFolder(dataDir: string): string {
  const folder = backupFolder(dataDir);
  makeFolders(folder);
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(SCRATCH))) {
    const path = join(folder, name);
    if (existsSync(path) && Date.now() - statSync(path).mtimeMs > ABANDONED_AFTER_MS) rmSync(path, { recursive: true, force: true });
  }
  return join(folder, `${SCRATCH}${randomUUID()}`);
}

/**
 * Copies a running embedded database between two statements, as a kill would leave it. Postgres
 * recovers such a copy by its log; statements wait meanwhile.
 */
export async function copyDatabaseFolder(client: PGlite, dataDir: string): Promise<string> {
  const copy = scratchFolder(dataDir);
  await client.runExclusive(() => cp(databaseFolder(dataDir), copy, { recursive: true, mode: constants.COPYFILE_FICLONE }));
  return copy;
}
