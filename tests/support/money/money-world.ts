import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dbOf, openConnection } from "@/db/connection";
import { databaseChoice } from "@/lib/config/database-choice";
import { parseEnv } from "@/lib/config/env";
import type { Db } from "@/db/client";
import { refuseLeaks } from "../leaks";
import { copyPreparedWorld, SIGNING_KEY } from "../server/prepared-world";

export interface MoneyWorld {
  variables: Record<string, string>;
  /** Opens the database for reading. With the embedded database no server may be running. */
  reading<Result>(read: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export async function moneyWorld(driver: "pglite" | "pg", disk?: string): Promise<MoneyWorld> {
  const folder = mkdtempSync(join(tmpdir(), "money-"));
  const dataDir = join(disk ?? folder, "data");
  const { replayDir, database } = await copyPreparedWorld(driver, dataDir);
  const variables = {
    DATA_DIR: dataDir,
    SOURCES_REPLAY_DIR: replayDir,
    TRUSTED_PROXY: "127.0.0.0/8",
    RECEIPT_SIGNING_KEY: SIGNING_KEY,
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  const reading: MoneyWorld["reading"] = async (read) => {
    const connection = await openConnection(databaseChoice(parseEnv(variables)), dataDir);
    try {
      return await read(dbOf(connection));
    } finally {
      await connection.close();
    }
  };
  return {
    variables,
    reading,
    async close() {
      await reading(refuseLeaks);
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
