import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { migrate as migrateVercel } from "drizzle-orm/vercel-postgres/migrator";
import { sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { rowsOf } from "./client";
import { dbOf, type Connection } from "./connection";

const MIGRATION_LOCK = 727_001;

export const migrationsFolder = (root: string): string => join(root, "db", "migrations");

/** Applies what is missing. Several instances may start at once: on Postgres an advisory lock lets one at a time in. */
export async function migrate(connection: Connection, root: string): Promise<void> {
  const config = { migrationsFolder: migrationsFolder(root) };
  const db = dbOf(connection);
  if (connection.driver === "pglite") return migratePglite(db as never, config);
  const apply = connection.driver === "pg" ? migratePg : migrateVercel;
  const holder = (await connection.client.connect()) as PoolClient;
  try {
    await holder.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await apply(db as never, config);
  } finally {
    await holder.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => undefined);
    holder.release();
  }
}

/** Whether the newest migration of this release is applied. */
export async function isMigrated(connection: Connection, root: string): Promise<boolean> {
  const journal = JSON.parse(readFileSync(join(migrationsFolder(root), "meta", "_journal.json"), "utf8")) as { entries: { when: number }[] };
  const newest = Math.max(...journal.entries.map(({ when }) => when));
  try {
    const [row] = await rowsOf<{ newest: number | string | null }>(dbOf(connection), sql`select max(created_at) as newest from drizzle.__drizzle_migrations`);
    return Number(row?.newest ?? 0) >= newest;
  } catch {
    return false;
  }
}

/** A cheap proof that the database answers. */
export async function ping(connection: Connection): Promise<void> {
  await dbOf(connection).execute(sql`select 1`);
}
