import { sql } from "drizzle-orm";
import { rowsOf } from "../client";
import { dbOf, type Connection } from "../connection";
import { appliedMoments, applyMigration, migrationsOf, noteMigrations } from "./migration-files";
import { updateAlone } from "./update-alone";

/** Applies what is missing, all of it or nothing; drizzle's own migrator would begin a transaction of its own. */
export async function migrate(connection: Connection, root: string): Promise<void> {
  if (await isMigrated(connection, root)) return;
  await updateAlone(dbOf(connection), async (tx) => {
    await noteMigrations(tx);
    const applied = await appliedMoments(tx);
    for (const migration of migrationsOf(root)) if (!applied.has(migration.when)) await applyMigration(tx, migration);
  });
}

/** Whether every migration of this release is applied. */
export async function isMigrated(connection: Connection, root: string): Promise<boolean> {
  try {
    const applied = await appliedMoments(dbOf(connection));
    return migrationsOf(root).every(({ when }) => applied.has(when));
  } catch {
    return false;
  }
}

/** A cheap proof that the database answers. */
export async function ping(connection: Connection): Promise<void> {
  await dbOf(connection).execute(sql`select 1`);
}

/** Whether two addresses lead to one database of one running server. */
export async function isSameDatabase(one: Connection, other: Connection): Promise<boolean> {
  const identityOf = async (connection: Connection): Promise<string> => {
    const [row] = await rowsOf<{ identity: string }>(
      dbOf(connection),
      sql`select extract(epoch from pg_postmaster_start_time()) || ' ' || current_database() as identity`,
    );
    return row?.identity ?? "";
  };
  return (await identityOf(one)) === (await identityOf(other));
}
