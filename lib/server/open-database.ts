import { closeSharedConnection } from "@/db/connection";
import { migrate } from "@/db/migrate";
import { consultClock } from "@/db/queries/clock";
import { releaseAllRuns } from "@/db/queries/jobs";
import type { Db } from "@/db/client";
import { serviceTime } from "@/lib/clock";
import { connection, database } from "@/lib/database";
import { loadCatalogs } from "./load-catalogs";

export interface OpenDatabase {
  db: Db;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** Opens the configured database, brings its schema and the bundled catalogs up to date. Throws FolderInUseError. */
export async function openDatabase(root: string): Promise<OpenDatabase> {
  const opened = await connection();
  try {
    await migrate(opened, root);
    const db = await database();
    await consultClock(db);
    const now = serviceTime();
    const isEmbedded = opened.driver === "pglite";
    if (isEmbedded) await releaseAllRuns(db, now);
    await loadCatalogs(db, now, root);
    return { db, isEmbedded, close: closeSharedConnection };
  } catch (error) {
    await closeSharedConnection();
    throw error;
  }
}
