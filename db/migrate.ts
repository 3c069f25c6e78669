import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { sql } from "drizzle-orm";
import { isUnreachable, rowsOf, type Db } from "./client";
import { dbOf, type Connection } from "./connection";
import { updateAlone, UpdateError } from "./update-alone";

const migrationsFolder = (root: string): string => join(root, "db", "migrations");

interface Migration {
  tag: string;
  /** The moment that the journal gives it, by which the database knows it. */
  when: number;
  hash: string;
  statements: string[];
}

/** In the order of the journal. */
function migrationsOf(root: string): Migration[] {
  const folder = migrationsFolder(root);
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")) as { entries: { tag: string; when: number }[] };
  const tags = new Map(entries.map(({ tag, when }) => [when, tag]));
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis: when, hash, sql: statements }) => ({ tag: tags.get(when) ?? "", when, hash, statements }));
}

async function appliedMoments(db: Db): Promise<Set<number>> {
  const rows = await rowsOf<{ created_at: number | string }>(db, sql`select created_at from drizzle.__drizzle_migrations`);
  return new Set(rows.map((row) => Number(row.created_at)));
}

async function apply(tx: Db, { tag, when, hash, statements }: Migration): Promise<void> {
  try {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new UpdateError(`The migration ${tag} cannot be applied (${reason}); the database is as it was.`, error);
  }
  await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`);
}

/** Applies what is missing, all of it or nothing. The table is that of drizzle's own migrator, which would begin a transaction of its own. */
export async function migrate(connection: Connection, root: string): Promise<void> {
  if (await isMigrated(connection, root)) return;
  await updateAlone(dbOf(connection), async (tx) => {
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
    const applied = await appliedMoments(tx);
    for (const migration of migrationsOf(root)) if (!applied.has(migration.when)) await apply(tx, migration);
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
    const [row] = await rowsOf<{ identity: string }>(dbOf(connection), sql`select extract(epoch from pg_postmaster_start_time()) || ' ' || current_database() as identity`);
    return row?.identity ?? "";
  };
  return (await identityOf(one)) === (await identityOf(other));
}
