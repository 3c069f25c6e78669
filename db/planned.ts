import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Pool } from "pg";
import { rowsOf, type Db } from "./client";

const pools = new WeakMap<Db, Pool>();
const names = new Map<string, string>();
const dialect = new PgDialect();

/** A pooler between us and Postgres may lose what one session prepared, or find it prepared already. */
const LOST_PLAN = new Set(["26000", "42P05"]);

/** From now on `plannedRows` may let this database keep the plans of its statements. */
export function keepPlans(db: Db, pool: Pool): void {
  pools.set(db, pool);
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `planned-${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Rows of a statement whose text is one of a few, planned once per connection of a pool: for the hot path,
 * where planning would cost more than running. Everywhere else the same as `rowsOf`.
 */
export async function plannedRows<Row extends object>(db: Db, statement: SQL): Promise<Row[]> {
  const pool = pools.get(db);
  if (!pool) return rowsOf<Row>(db, statement);
  const { sql: text, params } = dialect.sqlToQuery(statement);
  try {
    return (await pool.query({ name: nameOf(text), text, values: params })).rows as Row[];
  } catch (error) {
    if (!LOST_PLAN.has(String((error as { code?: unknown }).code))) throw error;
    pools.delete(db);
    return rowsOf<Row>(db, statement);
  }
}
