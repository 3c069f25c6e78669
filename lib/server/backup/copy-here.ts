import { resolve } from "node:path";
import { copyDatabaseFolder } from "@/db/backup/copy-folder";
import { CommandError } from "@/lib/command-error";
import { connection } from "@/lib/database";
import { env } from "@/lib/env";

/** Asked of whoever owns the embedded database; the copy is the asker's to remove. */
export async function copyHere(): Promise<{ copy: string }> {
  const opened = await connection();
  if (opened.driver !== "pglite") throw new CommandError("Only the embedded database lies in a folder that can be copied.");
  return { copy: resolve(await copyDatabaseFolder(opened.client, env().DATA_DIR)) };
}
