import { randomUUID } from "node:crypto";
import { constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { databaseFolder } from "../embedded/database-marker";
import { backupFolder } from "./files";
import { DAY_MS } from "@/lib/domain/basics/time";

const SCRATCH = ".scratch-";
/** No backup takes that long: what is older was left by a process that was killed. */
const LEFT_BEHIND_MS = DAY_MS;

/** A folder of a backup under way, removed by whoever made it. */
export function scratchFolder(dataDir: string): string {
  const folder = backupFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(SCRATCH))) {
    const left = join(folder, name);
    if (existsSync(left) && Date.now() - statSync(left).mtimeMs > LEFT_BEHIND_MS) rmSync(left, { recursive: true, force: true });
  }
  return join(folder, `${SCRATCH}${randomUUID()}`);
}

/**
 * Copies the folder of a running embedded database between two of its statements: the copy is what a kill at that moment
 * would leave, from which Postgres recovers. Statements wait for as long as the copying takes.
 */
export async function copyDatabaseFolder(client: PGlite, dataDir: string): Promise<string> {
  const copy = scratchFolder(dataDir);
  await client.runExclusive(() => cp(databaseFolder(dataDir), copy, { recursive: true, mode: constants.COPYFILE_FICLONE }));
  return copy;
}
