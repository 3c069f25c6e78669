import { closeSharedConnection } from "@/db/connection";
import { migrate } from "@/db/migrate";
import { releaseAllRuns } from "@/db/queries/jobs";
import { keepMarker } from "@/db/whole-database";
import type { Db } from "@/db/client";
import { connection, database } from "@/lib/database";
import { env } from "@/lib/env";
import { loadCatalogs } from "./load-catalogs";

export interface OpenDatabase {
  db: Db;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** Opens the configured database, brings its schema and the bundled catalogs up to date. Throws FolderInUseError, DatabaseNotWholeError. */
export async function openDatabase(root: string): Promise<OpenDatabase> {
  const opened = await connection();
  try {
    await migrate(opened, root);
    const db = await database();
    const now = new Date();
    const isEmbedded = opened.driver === "pglite";
    if (isEmbedded) await releaseAllRuns(db, now);
    await loadCatalogs(db, now, root);
    if (isEmbedded) await keepMarker(db, env().DATA_DIR);
    return { db, isEmbedded, close: closeSharedConnection };
  } catch (error) {
    await closeSharedConnection();
    throw error;
  }
}
