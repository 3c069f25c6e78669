import { createHash } from "node:crypto";
import { fillPlaceholders, sql, type Placeholder, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Pool } from "pg";
import { rowsOf, type Db } from "./client";

const pools = new WeakMap<Db, Pool>();
const dialect = new PgDialect();

/** A pooler that keeps no plans gives our next statement to another session, which has not planned it, or has for somebody else. */
const LOST_PLAN = new Set(["26000", "42P05"]);

/** From now on `planned` statements may let this database keep the plans of its statements. */
export function keepPlans(db: Db, pool: Pool): void {
  pools.set(db, pool);
}

/** The values of a statement, or what stands for them while its text is written. */
export type Given<Values> = { [Name in keyof Values]: Values[Name] | Placeholder };

const asParameter = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/**
 * A statement of the hot path, where writing and planning it would cost more than running it: on a pool its text is
 * written once, for any values, and planned once per connection. A plan is named by its text, so that a session which
 * others planned in holds that text under that name or nothing. Everywhere else the same as `rowsOf`.
 */
export function planned<Values extends object, Row extends object>(
  write: (given: Given<Values>) => SQL,
): (db: Db, values: Values) => Promise<Row[]> {
  const compile = (values: Values) => {
    const { sql: text, params } = dialect.sqlToQuery(
      write(Object.fromEntries(Object.keys(values).map((key) => [key, sql.placeholder(key)])) as Given<Values>),
    );
    return { name: `planned-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`, text, params };
  };
  let query: ReturnType<typeof compile> | null = null;

  return async (db, values) => {
    const pool = pools.get(db);
    if (!pool) return rowsOf<Row>(db, write(values));
    query ??= compile(values);
    try {
      return (
        await pool.query({
          name: query.name,
          text: query.text,
          values: fillPlaceholders(query.params, values as Record<string, unknown>).map(asParameter),
        })
      ).rows as Row[];
    } catch (error) {
      if (!LOST_PLAN.has(String((error as { code?: unknown }).code))) throw error;
      pools.delete(db);
      return rowsOf<Row>(db, write(values));
    }
  };
}
