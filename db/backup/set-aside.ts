import { sql } from "drizzle-orm";
import type { Db } from "../client";
import { boolean, rowsOf, run, text } from "../statements";
import { listOwnTables, ownNames } from "./own-tables";

/** Moves the tables and functions of this service into `schema` and leaves everything else in place. Returns whether there were any. */
export async function setAside(tx: Db, root: string, schema: string): Promise<boolean> {
  const tables = await listOwnTables(tx, root);
  const { functions } = ownNames(root);
  const found = await rowsOf(
    tx,
    { name: text },
    sql`select proname as name from pg_proc where pronamespace = 'public'::regnamespace and pronargs = 0`,
  );
  const ours = found.filter(({ name }) => functions.has(name));
  const [journal] = await rowsOf(tx, { exists: boolean }, sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (tables.length === 0 && !journal?.exists) return false;
  const target = sql.identifier(schema);
  await run(tx, sql`set local lock_timeout to '20s'`);
  await run(tx, sql`create schema ${target}`);
  for (const { name } of tables) await run(tx, sql`alter table public.${sql.identifier(name)} set schema ${target}`);
  for (const { name } of ours) await run(tx, sql`alter function public.${sql.identifier(name)}() set schema ${target}`);
  if (journal?.exists) await run(tx, sql`alter table drizzle.__drizzle_migrations set schema ${target}`);
  return true;
}
