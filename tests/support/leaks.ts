import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rowsOf } from "./stores/rows-of";
import { secretsOf, type Env } from "@/lib/config/env";

/** A complete token; displayed ones are shortened. */
const TOKEN = /aed_live_[0-9a-f]{64}/i;

const registered = new Set<string>();

/** Registers a test's configured secrets, which must not appear in any output, answer or column. */
export function noteSecrets(values: Env): void {
  for (const secret of secretsOf(values)) registered.add(secret);
}

export function leakIn(text: string): string | null {
  const token = TOKEN.exec(text)?.[0];
  if (token) return token;
  for (const secret of registered) {
    if (text.includes(secret)) return secret;
  }
  return null;
}

interface Leak {
  table: string;
  row: string;
}

/** Rows of any table that hold a complete token or a registered secret in plain text. */
export async function leaksInDatabase(db: Db): Promise<Leak[]> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const patterns = ["aed_live_[0-9a-f]{64}", ...[...registered].map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))];
  const leaks: Leak[] = [];
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(
      db,
      sql`select t::text as row from ${sql.identifier(name)} t where t::text ~* ${patterns.join("|")} limit 3`,
    );
    leaks.push(...rows.map(({ row }) => ({ table: name, row: row.slice(0, 200) })));
  }
  return leaks;
}

/** Called when a test closes its database, to scan everything that the suite wrote. */
export async function refuseLeaks(db: Db): Promise<void> {
  const leaks = await leaksInDatabase(db);
  if (leaks.length > 0) throw new Error(`secrets in clear in the database: ${JSON.stringify(leaks)}`);
}
