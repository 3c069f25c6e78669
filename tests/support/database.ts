import { PGlite } from "@electric-sql/pglite";
import { join } from "node:path";
import { dbOf, type Connection } from "@/db/connection";
import type { Db } from "@/db/client";
import { migrate } from "@/db/migrate";

const CONNECTION = Symbol.for("database-connection");
const shared = globalThis as { [CONNECTION]?: Promise<Connection> | undefined };

export interface TestDatabase {
  db: Db;
  connection: Connection;
  close(): Promise<void>;
}

/** A fresh embedded database in memory, migrated. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const client = await PGlite.create();
  await client.exec("set timezone to 'UTC'");
  const connection: Connection = { driver: "pglite", client, close: () => client.close() };
  await migrate(connection, join(import.meta.dirname, "../.."));
  return { db: dbOf(connection), connection, close: () => connection.close() };
}

/** The same, made the process's database, so that endpoints called through `serve` read it. */
export async function useTestDatabase(): Promise<TestDatabase> {
  const opened = await openTestDatabase();
  shared[CONNECTION] = Promise.resolve(opened.connection);
  return {
    ...opened,
    async close() {
      shared[CONNECTION] = undefined;
      await opened.close();
    },
  };
}
