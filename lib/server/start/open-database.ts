import { closeSharedConnection } from "@/db/connection";
import { consultClock } from "@/db/queries/clock";
import { releaseAllRuns } from "@/db/queries/freshness/jobs";
import { keepMarker } from "@/db/embedded/whole-database";
import type { Db } from "@/db/client";
import { serviceTime } from "@/lib/config/clock";
import { connection, database } from "@/db/database";
import { mayMigrate } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { bringUpToDate } from "./bring-up-to-date";

export interface OpenDatabase {
  db: Db;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** Opens the configured database and updates it where this process may. Throws FolderInUseError, DatabaseNotWholeError. */
export async function openDatabase(root: string): Promise<OpenDatabase> {
  const opened = await connection();
  try {
    if (mayMigrate(env())) await bringUpToDate(opened, root);
    const db = await database();
    await consultClock(db);
    const now = serviceTime();
    const isEmbedded = opened.driver === "pglite";
    if (isEmbedded) await releaseAllRuns(db, now);
    if (isEmbedded) await keepMarker(db, env().DATA_DIR);
    return { db, isEmbedded, close: closeSharedConnection };
  } catch (error) {
    await closeSharedConnection();
    throw error;
  }
}
