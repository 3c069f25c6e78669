import { sql } from "drizzle-orm";
import { rowsOf, type Db } from "@/db/client";
import { secretsOf, type Env } from "@/lib/config/env";

/** A whole token: what is shown of one is cut in the middle. */
const TOKEN = /aed_live_[0-9a-f]{64}/i;

const noted = new Set<string>();

/** Values of a test's configuration that may stand in no line, answer or column. */
export function noteSecrets(values: Env): void {
  for (const secret of secretsOf(values)) noted.add(secret);
}

/** What of a text is a secret; null when nothing is. */
export function leakIn(text: string): string | null {
  const token = TOKEN.exec(text)?.[0];
  if (token) return token;
  for (const secret of noted) {
    if (text.includes(secret)) return secret;
  }
  return null;
}

interface Leak {
  table: string;
  row: string;
}

/** Rows of any table that hold a whole token or a noted secret in clear. */
export async function leaksInDatabase(db: Db): Promise<Leak[]> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const patterns = ["aed_live_[0-9a-f]{64}", ...[...noted].map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))];
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

/** Called wherever a test lets go of a database: the scan runs over all that the suite wrote. */
export async function refuseLeaks(db: Db): Promise<void> {
  const leaks = await leaksInDatabase(db);
  if (leaks.length > 0) throw new Error(`secrets in clear in the database: ${JSON.stringify(leaks)}`);
}
