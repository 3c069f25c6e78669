import { sql } from "drizzle-orm";
import { dbOf, type Connection } from "../connection";
import { rowsOf, run, text } from "../statements";
import { appliedMoments, applyMigration, migrationsOf, createJournal } from "./migration-files";
import { updateAlone } from "./update-alone";

/** Applies missing migrations, all or none. Drizzle's own migrator is not used, because it begins its own transaction. */
export async function migrate(connection: Connection, root: string): Promise<void> {
  if (await isMigrated(connection, root)) return;
  await updateAlone(dbOf(connection), async (tx) => {
    await createJournal(tx);
    const applied = await appliedMoments(tx);
    for (const migration of migrationsOf(root)) if (!applied.has(migration.when)) await applyMigration(tx, migration);
  });
}

export async function isMigrated(connection: Connection, root: string): Promise<boolean> {
  try {
    const applied = await appliedMoments(dbOf(connection));
    return migrationsOf(root).every(({ when }) => applied.has(when));
  } catch {
    return false;
  }
}

export async function ping(connection: Connection): Promise<void> {
  await run(dbOf(connection), sql`select 1`);
}

/** True when both connections lead to the same database of the same running server. */
export async function isSameDatabase(one: Connection, other: Connection): Promise<boolean> {
  const identityOf = async (connection: Connection): Promise<string> => {
    const [row] = await rowsOf(
      dbOf(connection),
      { identity: text },
      sql`select extract(epoch from pg_postmaster_start_time()) || ' ' || current_database() as identity`,
    );
    return row?.identity ?? "";
  };
  return (await identityOf(one)) === (await identityOf(other));
}
