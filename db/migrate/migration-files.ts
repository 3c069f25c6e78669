import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { isUnusable, type Db } from "../client";
import { integer, rowsOf, run } from "../statements";
import { UpdateError } from "./update-alone";

const migrationsFolder = (root: string): string => join(root, "db", "migrations");

export interface Migration {
  tag: string;
  /** Timestamp in drizzle's journal, which identifies the migration in the database. */
  when: number;
  hash: string;
  statements: string[];
}

/** In the journal's order. */
export function migrationsOf(root: string): Migration[] {
  const folder = migrationsFolder(root);
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  const tags = new Map(entries.map(({ tag, when }) => [when, tag]));
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis: when, hash, sql: statements }) => ({
    tag: tags.get(when) ?? "",
    when,
    hash,
    statements,
  }));
}

export async function appliedMoments(db: Db): Promise<Set<number>> {
  const rows = await rowsOf(db, { when: integer }, sql`select created_at as "when" from drizzle.__drizzle_migrations`);
  return new Set(rows.map(({ when }) => when));
}

export async function applyMigration(tx: Db, { tag, when, hash, statements }: Migration): Promise<void> {
  try {
    for (const statement of statements) await run(tx, sql.raw(statement));
  } catch (error) {
    if (isUnusable(error)) throw error;
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new UpdateError(`The migration ${tag} cannot be applied (${reason}); the database is as it was.`, error);
  }
  await run(tx, sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`);
}

/** Creates the table in which drizzle's own migrator records what it applied. */
export async function createJournal(tx: Db): Promise<void> {
  await run(tx, sql`create schema if not exists drizzle`);
  await run(
    tx,
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
}
