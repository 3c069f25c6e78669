import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client";
import { rowsOf, text, valueOf } from "../statements";
import { migrationsOf } from "../migrate/migration-files";

/** A shared Postgres may hold other tables; ours are those that our migrations create. */
export interface OwnNames {
  tables: Set<string>;
  functions: Set<string>;
}

export function ownNames(root: string): OwnNames {
  const text = migrationsOf(root)
    .flatMap(({ statements }) => statements)
    .join("\n");
  const namesOf = (kind: string) => new Set([...text.matchAll(new RegExp(`create ${kind} "?(\\w+)"?`, "gi"))].map(([, name = ""]) => name));
  return { tables: namesOf("(?:unlogged )?table(?: if not exists)?"), functions: namesOf("function") };
}

export interface OwnTable {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

export async function listOwnTables(db: Db, root: string): Promise<OwnTable[]> {
  const { tables } = ownNames(root);
  const rows = await rowsOf(
    db,
    { name: text, columns: valueOf<string[]>() },
    sql`select c.relname as name, jsonb_agg(a.attname order by a.attnum) as columns
        from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by c.relname order by c.relname`,
  );
  return rows.filter(({ name }) => tables.has(name));
}

export const identifierList = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
