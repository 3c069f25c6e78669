import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { rowsOf, type Db } from "../client";

/** A Postgres may hold tables of others beside ours: ours are those that a migration of ours makes. */
export interface OwnNames {
  tables: Set<string>;
  functions: Set<string>;
}

const migrationsFolder = (root: string): string => join(root, "db", "migrations");

export interface Migration {
  /** When it was made, as drizzle's journal says it. */
  madeAt: number;
  hash: string;
  statements: string[];
}

export const listMigrations = (root: string): Migration[] =>
  readMigrationFiles({ migrationsFolder: migrationsFolder(root) }).map(({ sql: statements, folderMillis, hash }) => ({ statements, madeAt: folderMillis, hash }));

export function ownNames(root: string): OwnNames {
  const text = listMigrations(root).flatMap(({ statements }) => statements).join("\n");
  const named = (kind: string) => new Set([...text.matchAll(new RegExp(`create ${kind} "?(\\w+)"?`, "gi"))].map(([, name = ""]) => name));
  return { tables: named("(?:unlogged )?table(?: if not exists)?"), functions: named("function") };
}

export interface OwnTable {
  name: string;
  /** Without those that Postgres computes. */
  columns: string[];
}

export async function listOwnTables(db: Db, root: string): Promise<OwnTable[]> {
  const { tables } = ownNames(root);
  const rows = await rowsOf<OwnTable>(
    db,
    sql`select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
        from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by c.relname order by c.relname`,
  );
  return rows.filter(({ name }) => tables.has(name));
}

export const newestSchemaVersion = (root: string): number => Math.max(...listMigrations(root).map(({ madeAt }) => madeAt));
